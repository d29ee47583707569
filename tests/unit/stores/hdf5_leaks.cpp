/// HDF5 forgets memory when one of its calls fails, which tests here make it do on purpose. The
/// leak checker of the sanitized build looks past HDF5's own allocations.

extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)

extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:libhdf5";
}
