internal import GeocliText

extension ServeOptions {
    /// The text of `--help`.
    static let help = Words(
        en: """
            USAGE: geoserve --db PATH [options]

            Serves a geocli catalog over HTTP (default address: http://127.0.0.1:8080/). 'geocli serve' starts
            geoserve with the settings of geocli. docs/serve.md explains the limits, proxies and systemd.

              --db PATH              catalog file; it may be replaced while the service runs
              --listen HOST:PORT     address and port, such as [::1]:8080; port 0 means any free port (default: 127.0.0.1:8080)
              --unix PATH            listen on a Unix socket; only the user who runs geoserve can connect to it
              --host NAME            host name that clients may use; localhost and IP addresses are always allowed. Repeatable
              --public-url URL       address of the proxy in front of the service; links start with this address
              --cors ORIGIN          let pages from this origin read answers; * means any origin. Repeatable
              --embed ORIGIN         let pages from this origin show /map in a frame; * means any origin. Repeatable
              --readers N            threads that read the catalog, 1 to 64 (default: 4)
              --max-connections N    maximum number of open connections (default: 4096)
              --max-connections-by-address N
                                     maximum number of open connections from one address (default: 64; unlimited for this machine)
              --max-age TIME         maximum age of the data, such as 36h; /readyz fails if the data is older (default: 36h)
              --feeds A,B            feeds in order of preference, for shops that several feeds have
              --log                  log requests to standard output, one JSON object on each line; queries are left out
              --log-addresses        also log the addresses of clients
              --lang ko|en           language of messages, and of answers to clients that ask for no language
              -q, --quiet            print only errors and warnings
              --version, --help

            SIGTERM and SIGINT end geoserve after the requests in progress (at most 10 seconds); a second signal ends it at once.
            Exit codes: 0 ended normally, 64 wrong usage, 69 can't listen.

            """,
        ko: """
            사용법: geoserve --db 경로 [옵션]

            geocli 카탈로그를 HTTP로 제공합니다. 기본 주소: http://127.0.0.1:8080/
            'geocli serve'는 geocli 설정대로 이 프로그램을 실행합니다. 한도, 프록시, systemd 설정은 docs/serve.md에 있습니다.

              --db 경로              카탈로그 파일. 실행 중에 바꿔도 됩니다
              --listen 주소:포트     연결을 받을 주소와 포트. 예: [::1]:8080. 0이면 빈 포트 (기본값: 127.0.0.1:8080)
              --unix 경로            Unix 소켓으로 연결을 받습니다. geoserve를 실행한 사용자만 연결할 수 있습니다
              --host 이름            클라이언트가 쓸 수 있는 호스트 이름. localhost와 IP 주소는 항상 허용됩니다. 여러 번 쓸 수 있습니다
              --public-url URL       서비스 앞에 둔 프록시의 주소. 링크가 이 주소로 시작합니다
              --cors 출처            이 출처의 페이지가 응답을 읽게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다
              --embed 출처           이 출처의 페이지가 /map을 프레임에 담게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다
              --readers N            카탈로그를 읽는 스레드 수, 1~64 (기본값: 4)
              --max-connections N    동시에 열 수 있는 연결 수 (기본값: 4096)
              --max-connections-by-address N
                                     주소 하나가 열 수 있는 연결 수 (기본값: 64, 이 컴퓨터에서 온 연결은 제한 없음)
              --max-age 시간         데이터가 이보다 오래되면 /readyz가 실패합니다. 예: 36h (기본값: 36h)
              --feeds A,B            가게가 여러 피드에 있을 때 우선할 피드(앞에 쓴 피드부터)
              --log                  요청 기록을 한 줄에 JSON 하나씩 표준 출력에 씁니다. 쿼리는 남기지 않습니다
              --log-addresses        클라이언트 주소까지 기록합니다
              --lang ko|en           메시지의 언어. 언어를 밝히지 않은 클라이언트에 보내는 응답에도 씁니다
              -q, --quiet            오류와 주의만 출력합니다
              --version, --help

            SIGTERM이나 SIGINT를 받으면 진행 중인 요청을 마치고 끝납니다(최대 10초). 신호를 한 번 더 받으면 바로 끝납니다.
            종료 코드: 0 정상 종료, 64 잘못된 사용법, 69 연결을 받을 수 없음

            """)
}
