// Runs a command, and writes its time and peak memory to the file REPORT: measure REPORT COMMAND [ARGUMENT…].
//
// It is a separate process, because a child counts the memory of the process that forks it as its own peak. A Python
// harness of 60 MB would hide the memory of a program of 8 MB. The report is one line of JSON; the exit status is the
// command's.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: measure REPORT COMMAND [ARGUMENT...]\n", stderr);
        return 64;
    }
    pid_t child;
    double start = now();
    if (posix_spawnp(&child, argv[2], NULL, NULL, argv + 2, environ) != 0) {
        perror(argv[2]);
        return 127;
    }
    int status = 0;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) < 0) {
        perror("wait4");
        return 71;
    }
    double elapsed = now() - start;
    FILE *report = fopen(argv[1], "w");
    if (!report) {
        perror(argv[1]);
        return 73;
    }
    fprintf(report, "{\"seconds\": %.9f, \"user\": %.6f, \"system\": %.6f, \"peak_kb\": %ld}\n", elapsed,
            seconds(usage.ru_utime), seconds(usage.ru_stime), usage.ru_maxrss);
    fclose(report);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
