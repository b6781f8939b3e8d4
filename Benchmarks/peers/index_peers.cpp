// The C++ peers of index-bench: nanoflann (Debian libnanoflann-dev) and Boost.Geometry (libboost-dev).
//
//     g++ -std=c++17 -O3 -march=native -pthread index_peers.cpp -o index_peers
//     index_peers POINTS QUERIES TASK --peer nanoflann|boost [--repeats N] [--k K] [--answers FILE] [--threads N]
//
// Arguments, answers and the line of JSON are those of index-bench. nanoflann has build, nearest and count1km over
// earth-centered points of the WGS 84 ellipsoid, by chord; Boost has build and box over a packed R-tree.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <memory>
#include <nanoflann.hpp>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Place = std::array<double, 2>;
using Edges = std::array<double, 4>;
using Vector = std::array<double, 3>;
using BoostPoint = bg::model::point<double, 2, bg::cs::cartesian>;
using BoostBox = bg::model::box<BoostPoint>;
using BoostValue = std::pair<BoostPoint, uint32_t>;
using BoostTree = bgi::rtree<BoostValue, bgi::rstar<16>>;

static const double semiMajor = 6378137.0, flattening = 1 / 298.257223563;
static const double eccentricitySquared = flattening * (2 - flattening);
/// b²/a, the least radius of curvature: index-bench uses it as a bound for geodesics.
static const double leastRadius = semiMajor * (1 - flattening) * (1 - flattening);

template <class Row> static std::vector<Row> readRows(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(66); }
    std::vector<Row> rows;
    fseek(file, 0, SEEK_END);
    rows.resize(ftell(file) / sizeof(Row));
    rewind(file);
    if (fread(rows.data(), sizeof(Row), rows.size(), file) != rows.size()) { perror(path); exit(74); }
    fclose(file);
    return rows;
}

static Vector vectorOf(const Place &place) {
    double longitude = place[0] * M_PI / 180, latitude = place[1] * M_PI / 180;
    double sine = sin(latitude), normal = semiMajor / sqrt(1 - eccentricitySquared * sine * sine);
    double axis = normal * cos(latitude);
    return {axis * cos(longitude), axis * sin(longitude), normal * (1 - eccentricitySquared) * sine};
}

static double metersOfChord(double chord) {
    return 2 * leastRadius * asin(std::min(1.0, chord / (2 * leastRadius)));
}

static double chordOfMeters(double meters) { return 2 * leastRadius * sin(meters / (2 * leastRadius)); }

struct Cloud {
    std::vector<Vector> points;
    size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(size_t index, size_t axis) const { return points[index][axis]; }
    template <class Box> bool kdtree_get_bbox(Box &) const { return false; }
};

using NanoTree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, uint32_t>;

/// A result set that only counts the matches.
struct CountingSet {
    double radius;
    size_t count = 0;
    explicit CountingSet(double radius) : radius(radius) {}
    size_t size() const { return count; }
    bool full() const { return true; }
    double worstDist() const { return radius; }
    bool addPoint(double distance, uint32_t) {
        if (distance <= radius) count++;
        return true;
    }
};

struct Options {
    std::string points, queries, task, peer = "nanoflann", answers;
    int repeats = 1, threads = 1;
    size_t k = 10;
};

struct Answers {
    std::vector<uint32_t> ids;
    std::vector<double> distances;
    std::vector<size_t> counts;
};

template <class Body> static void onThreads(int threads, size_t count, Body body) {
    std::vector<std::thread> workers;
    for (int number = 0; number < threads; number++)
        workers.emplace_back([=] { body(count * number / threads, count * (number + 1) / threads); });
    for (auto &worker : workers) worker.join();
}

class Nanoflann {
    Cloud cloud;
    std::unique_ptr<NanoTree> tree;

  public:
    void build(const std::vector<Place> &places) {
        tree.reset();
        cloud.points.resize(places.size());
        for (size_t i = 0; i < places.size(); i++) cloud.points[i] = vectorOf(places[i]);
        tree = std::make_unique<NanoTree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
        tree->buildIndex();
    }

    void nearest(const std::vector<Place> &queries, const Options &options, Answers &answers) const {
        size_t k = options.k;
        answers.ids.assign(queries.size() * k, UINT32_MAX);
        answers.distances.assign(queries.size() * k, 0);
        onThreads(options.threads, queries.size(), [&](size_t from, size_t to) {
            for (size_t i = from; i < to; i++) {
                Vector query = vectorOf(queries[i]);
                tree->knnSearch(query.data(), k, &answers.ids[i * k], &answers.distances[i * k]);
            }
        });
    }

    void count(const std::vector<Place> &queries, const Options &options, Answers &answers) const {
        double chord = chordOfMeters(1000);
        answers.counts.assign(queries.size(), 0);
        onThreads(options.threads, queries.size(), [&](size_t from, size_t to) {
            for (size_t i = from; i < to; i++) {
                Vector query = vectorOf(queries[i]);
                CountingSet set(chord * chord);
                tree->findNeighbors(set, query.data(), nanoflann::SearchParams());
                answers.counts[i] = set.count;
            }
        });
    }
};

static BoostTree packed(const std::vector<Place> &places) {
    std::vector<BoostValue> values;
    values.reserve(places.size());
    for (size_t i = 0; i < places.size(); i++)
        values.emplace_back(BoostPoint(places[i][0], places[i][1]), uint32_t(i));
    return BoostTree(values);
}

static void boxes(const BoostTree &tree, const std::vector<Edges> &queries, const Options &options, Answers &answers) {
    answers.counts.assign(queries.size(), 0);
    onThreads(options.threads, queries.size(), [&](size_t from, size_t to) {
        std::vector<BoostValue> found;
        for (size_t i = from; i < to; i++) {
            const Edges &box = queries[i];
            found.clear();
            auto search = [&](double west, double east) {
                BoostBox part(BoostPoint(west, box[1]), BoostPoint(east, box[3]));
                tree.query(bgi::intersects(part), std::back_inserter(found));
            };
            if (box[0] > box[2]) {
                search(box[0], 180);
                search(-180, box[2]);
            } else {
                search(box[0], box[2]);
            }
            answers.counts[i] = found.size();
        }
    });
}

static void write(const Options &options, size_t queries, const Answers &answers) {
    if (options.answers.empty()) return;
    FILE *file = fopen(options.answers.c_str(), "w");
    if (!file) { perror(options.answers.c_str()); exit(73); }
    for (size_t i = 0; i < queries && options.task != "build"; i++) {
        if (options.task != "nearest") {
            fprintf(file, "%zu\n", answers.counts[i]);
            continue;
        }
        for (size_t j = i * options.k; j < (i + 1) * options.k && answers.ids[j] != UINT32_MAX; j++)
            fprintf(file, "%s%u:%.0f", j == i * options.k ? "" : " ", answers.ids[j],
                    metersOfChord(sqrt(answers.distances[j])) * 1000);
        fputc('\n', file);
    }
    fclose(file);
}

static Options parsed(int count, char **words) {
    Options options;
    std::vector<std::string> plain;
    for (int i = 1; i < count; i++) {
        std::string word = words[i];
        if (word.rfind("--", 0) != 0 || i + 1 == count) { plain.push_back(word); continue; }
        std::string value = words[++i];
        if (word == "--peer") options.peer = value;
        else if (word == "--repeats") options.repeats = std::stoi(value);
        else if (word == "--threads") options.threads = std::stoi(value);
        else if (word == "--k") options.k = std::stoul(value);
        else if (word == "--answers") options.answers = value;
        else { fprintf(stderr, "index_peers: no option %s\n", word.c_str()); exit(64); }
    }
    bool hasTask = plain.size() == 3;
    if (hasTask) {
        options.points = plain[0];
        options.queries = plain[1];
        options.task = plain[2];
    }
    bool isKnown = options.task == "build" || (options.peer == "boost" ? options.task == "box"
        : options.task == "nearest" || options.task == "count1km");
    if (!hasTask || !isKnown) {
        fprintf(stderr, "usage: index_peers POINTS QUERIES build|nearest|count1km --peer nanoflann\n"
                        "       index_peers POINTS QUERIES build|box --peer boost\n");
        exit(64);
    }
    return options;
}

int main(int count, char **words) {
    Options options = parsed(count, words);
    auto places = readRows<Place>(options.points.c_str());
    std::vector<Place> queries;
    std::vector<Edges> windows;
    if (options.task == "box") windows = readRows<Edges>(options.queries.c_str());
    else if (options.task != "build") queries = readRows<Place>(options.queries.c_str());
    size_t asked = options.task == "build" ? 0 : std::max(queries.size(), windows.size());

    Answers answers;
    Nanoflann nano;
    std::unique_ptr<BoostTree> tree;
    auto build = [&] {
        if (options.peer == "boost") {
            tree.reset();
            tree = std::make_unique<BoostTree>(packed(places));
        } else {
            nano.build(places);
        }
    };
    if (options.task != "build") build();
    std::string seconds;
    for (int repeat = 0; repeat < options.repeats; repeat++) {
        auto start = std::chrono::steady_clock::now();
        if (options.task == "build") build();
        else if (options.task == "box") boxes(*tree, windows, options, answers);
        else if (options.task == "nearest") nano.nearest(queries, options, answers);
        else nano.count(queries, options, answers);
        double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        char text[32];
        snprintf(text, sizeof text, "%s%.6f", repeat ? "," : "", taken);
        seconds += text;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    write(options, asked, answers);
    printf("{\"peer\":\"%s\",\"task\":\"%s\",\"points\":%zu,\"queries\":%zu,\"seconds\":[%s],\"peak_kb\":%ld}\n",
           options.peer.c_str(), options.task.c_str(), places.size(), asked, seconds.c_str(), usage.ru_maxrss);
    return 0;
}
