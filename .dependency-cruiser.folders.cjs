const { options } = require('./.dependency-cruiser.cjs')
const testFile = require('./.dependency-cruiser.tests.cjs')

// Circles of folders are searched without the tests: a test may use everything, and counts for the folder it lies in.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      comment: 'what a folder needs lies below it: move the common part there',
      scope: 'folder',
      from: { path: '^(server/src/document|packages/contract/src/document|web/src/kit)(/|$)' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, ...testFile] } },
}
