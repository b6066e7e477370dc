// Tests, and the folders only they use.
module.exports = [
  '\\.(test|test-d|types-test|e2e)\\.tsx?$',
  '/(testing|conformance|model)/',
  '^server/src/replay/',
  '/testing\\.ts$',
  '/testing-server\\.ts$',
]
