"""The benchmark harness: Benchmarks/compare.py compares geocli with its peers. See docs/performance.md."""
