# make demo   install what the build and the program need, build, and answer from the bundled sample
# make test   also install Python and sqlite3, build the tests, and run what each change runs
# make check  the rest: browsers, servers, packages, Spark, sanitizers
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GEOCLI := .build/release/geocli
# The worker of batch jobs. geocli looks for it in its own folder.
GEOWORKER = $(dir $(GEOCLI))geoworker
# The service. geocli looks for it in its own folder, too.
GEOSERVE = $(dir $(GEOCLI))geoserve
DEMO := out/demo.sqlite

# With TRAITS= the programs can't use PostgreSQL, and the build needs no libpq-dev. With PostGIS, the programs load
# libpq at first use.
TRAITS := PostGIS

PREFIX := /usr/local
# Debian's zsh looks for completions of packages in one folder, and for those of the administrator in another one.
ZSH := $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share

.PHONY: help demo test check build deps-build deps-test package reproduce man install uninstall coverage fuzz \
	sanitize format lint sample pictures golden bench bench-parts torture clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

deps-build:
	@scripts/install-packages.sh build run $(if $(TRAITS),servers)

build: deps-build ## build the programs, Swift runtime linked statically: .build/release/geocli, geoworker, geoserve
	TRAITS=$(TRAITS) scripts/build.sh

demo: build ## run the main job on the bundled sample
	@mkdir -p out
	@rm -f $(DEMO) $(DEMO)-wal $(DEMO)-shm
	$(GEOCLI) ingest --sample --db $(DEMO)
	$(GEOCLI) map --db $(DEMO) -o out/bookstores.html
	$(GEOCLI) export --db $(DEMO) -o out/bookstores.gpkg
	$(GEOCLI) near 37.5663,126.9779 --db $(DEMO) --format table
	@printf '%s\n' '' \
		'The catalog is $(DEMO); its bookstores are made up.' \
		'Open out/bookstores.html in a browser, out/bookstores.gpkg in QGIS.' \
		'Next, for example:' \
		'  $(GEOCLI) search 책방 --near 37.5663,126.9779 --db $(DEMO)' \
		'  $(GEOCLI) inside mapo --kind used --db $(DEMO)' \
		'"sudo make install" puts geocli on the PATH; README.md has a tour.'

$(GEOCLI) $(GEOWORKER) $(GEOSERVE):
	$(MAKE) build

man: build ## make the manual pages in English and Korean: out/man/man1, out/man/ko/man1
	@mkdir -p out/man/man1 out/man/ko/man1
	$(GEOCLI) man --all out/man/man1 --lang en
	$(GEOCLI) man --all out/man/ko/man1 --lang ko

install: $(GEOCLI) $(GEOWORKER) $(GEOSERVE) ## install the programs, the manual pages and completions below PREFIX=/usr/local (and DESTDIR)
	install -Dm755 "$(GEOCLI)" "$(BIN)/geocli"
	install -Dm755 "$(GEOWORKER)" "$(BIN)/geoworker"
	install -Dm755 "$(GEOSERVE)" "$(BIN)/geoserve"
	install -d "$(SHARE)/man/man1" "$(SHARE)/man/ko/man1" "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/$(ZSH)" \
		"$(SHARE)/fish/vendor_completions.d"
	"$(GEOCLI)" man --all "$(SHARE)/man/man1" --lang en
	"$(GEOCLI)" man --all "$(SHARE)/man/ko/man1" --lang ko
	"$(GEOCLI)" completions bash --lang en >"$(SHARE)/bash-completion/completions/geocli"
	"$(GEOCLI)" completions zsh --lang en >"$(SHARE)/zsh/$(ZSH)/_geocli"
	"$(GEOCLI)" completions fish --lang en >"$(SHARE)/fish/vendor_completions.d/geocli.fish"

uninstall: ## remove what 'make install' has installed
	rm -f "$(BIN)/geocli" "$(BIN)/geoworker" "$(BIN)/geoserve" \
		"$(SHARE)"/man/man1/geocli.1 "$(SHARE)"/man/man1/geocli-*.1 \
		"$(SHARE)"/man/ko/man1/geocli.1 "$(SHARE)"/man/ko/man1/geocli-*.1 \
		"$(SHARE)/bash-completion/completions/geocli" \
		"$(SHARE)/zsh/$(ZSH)/_geocli" "$(SHARE)/fish/vendor_completions.d/geocli.fish"

package: build ## make out/package: the .deb, the .tar.xz that runs from any folder, and their checksums
	@scripts/install-packages.sh package
	@rm -rf out/package
	packaging/package.sh .build/release out/package

reproduce: deps-build ## build and pack in two folders, and compare the bytes (10 minutes)
	@scripts/install-packages.sh package
	scripts/reproduce.sh

deps-test:
	@scripts/install-packages.sh build run servers test

test: deps-test ## run the tests that each change runs; MODULE=Export for one module
	scripts/test.sh $(MODULE)

check: deps-test ## run the other parts of the tests; PART=browser for one
	scripts/check.sh $(PART)

coverage: deps-test ## measure the line coverage of each module
	swift test --enable-code-coverage --traits PostGIS
	@scripts/coverage.sh

fuzz: deps-test ## give random bytes to every parser, for a minute each; SECONDS=10 for less
	@scripts/fuzz.sh $(or $(SECONDS),60)

sanitize: deps-test ## run all tests under AddressSanitizer, then under ThreadSanitizer
	@scripts/sanitize.sh

format: ## format the sources
	swift format -i -r --configuration .swift-format Sources Tests Benchmarks Package.swift

lint: ## check the format of the sources
	swift format lint --strict -r --configuration .swift-format Sources Tests Benchmarks Package.swift

sample: ## make data/sample again
	GEOCLI_RECORD=1 scripts/test.sh SampleFeed

pictures: build ## make the pictures and the table of README.md from the sample
	scripts/pictures.py $(GEOCLI)

golden: ## record the golden files again; read the difference before you commit it
	GEOCLI_RECORD=1 scripts/test.sh geocli

bench: deps-test ## install geocli's peers and compare geocli with them at 100,000 rows (5 minutes; docs/performance.md)
	Benchmarks/compare.py --install

bench-parts: build ## measure start-up, search among a million bookstores, and the map page (10 minutes)
	Benchmarks/startup.sh
	Benchmarks/search.sh
	scripts/build.sh sample-feed
	Benchmarks/map.py

torture: build ## run all fault campaigns in full (45 minutes)
	scripts/torture.sh

clean:
	rm -rf .build .build-asan .build-fuzz .build-test .build-tsan out
