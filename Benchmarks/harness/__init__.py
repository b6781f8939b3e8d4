"""The benchmark harness: Benchmarks/compare.py runs geocli beside its peers. See docs/performance.md."""
