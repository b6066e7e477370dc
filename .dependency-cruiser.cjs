const { areaNeeds: areas } = require('./packages/contract/src/document/declare/area.ts')
const testFile = require('./.dependency-cruiser.tests.cjs')

const names = Object.keys(areas)
const anyArea = `(${names.join('|')})`
/** The areas that the document service needs, only through their public.ts. */
const foundations = '^server/src/(bins|masters|system)/public\\.ts$'
/** Location of an area's folders per level; on the server other areas may import public.ts only. */
const levels = [
  { name: 'contract', folder: 'packages/contract/src', door: '' },
  { name: 'server', folder: 'server/src', door: 'public\\.ts$' },
  { name: 'web', folder: 'web/src', door: '' },
]

/** One rule per area and level: no area may import areas that areaNeeds does not list. */
const areaRules = levels.flatMap(({ name, folder, door }) =>
  names.map((area) => ({
    name: `${name}-${area}-needs-only-what-the-table-says`,
    severity: 'error',
    comment: `packages/contract/src/document/declare/area.ts says: ${area} may need ${areas[area].join(', ') || 'nobody'}`,
    from: { path: `^${folder}/${area}/`, pathNot: testFile },
    to: {
      path: `^${folder}/${anyArea}/`,
      pathNot: [area, ...areas[area].map((other) => `${other}/${door}`)].map(
        (allowed) => `^${folder}/${allowed}${allowed === area ? '/' : ''}`,
      ),
    },
  })),
)

const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: testFile, ...extra.from },
  to: { path: to, ...extra.to },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'kernel-knows-nobody',
      '^packages/kernel/src',
      '^(packages/contract|server|web|erp-stand-in|tools|e2e|bench)/',
    ),
    forbid(
      'contract-needs-the-kernel-only',
      '^packages/contract/src',
      '^(server|web|erp-stand-in|tools|e2e|bench)/',
    ),
    {
      name: 'kernel-and-contract-run-in-the-browser-too',
      severity: 'error',
      from: { path: '^packages/(kernel|contract)/src', pathNot: testFile },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'declaring-knows-neither-areas-nor-registry',
      severity: 'error',
      from: { path: '^packages/contract/src/document/', pathNot: testFile },
      to: {
        path: '^packages/contract/src/',
        pathNot: '^packages/contract/src/document/',
      },
    },
    forbid(
      'server-needs-neither-web-nor-stand-in',
      '^server/',
      '^(web|erp-stand-in|tools|e2e|bench)/',
    ),
    {
      name: 'platform-imports-itself-and-the-packages-only',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: testFile },
      to: {
        path: '^(server|packages|web|erp-stand-in|tools|e2e|bench)/',
        pathNot: '^(server/src/platform|packages/(kernel|contract))/',
      },
    },
    forbid(
      'document-service-names-no-area-but-the-foundations',
      '^server/src/document/',
      `^server/src/(${anyArea}|launch|demonstration)/`,
      { to: { pathNot: foundations } },
    ),
    forbid(
      'areas-reach-stored-documents-through-the-context-of-their-effects',
      `^server/src/${anyArea}/`,
      '^server/src/document/storage/',
      // Mirrors of ERP documents are written as they are read, without draft and action.
      { from: { pathNot: [...testFile, '^server/src/external-documents/'] } },
    ),
    {
      name: 'ledger-imports-no-area-and-no-document-service',
      severity: 'error',
      from: { path: '^server/src/ledger/', pathNot: testFile },
      to: {
        path: '^(server|packages|web|erp-stand-in|tools|e2e|bench)/',
        pathNot: [
          '^packages/(kernel|contract/src/document)/',
          '^server/src/(ledger|platform)/',
          '^server/src/erp/erp-movement\\.ts$',
        ],
      },
    },
    forbid(
      'ledger-is-entered-through-its-public',
      '^(server/src|tools|bench)/',
      '^server/src/ledger/',
      {
        from: { pathNot: [...testFile, '^server/src/ledger/'] },
        to: { pathNot: '^server/src/ledger/public\\.ts$' },
      },
    ),
    forbid(
      'erp-names-no-area-and-no-document-service',
      '^server/src/erp/',
      `^server/src/(${anyArea}|ledger|document|launch|demonstration)/`,
    ),
    forbid('launch-needs-the-platform-only', '^server/src/launch/', '^server/src/', {
      to: { pathNot: '^server/src/(launch|platform)/' },
    }),
    forbid('web-never-imports-the-server', '^web/', '^(server|erp-stand-in|tools|e2e|bench)/'),
    {
      name: 'the-first-page-holds-no-declaration',
      severity: 'error',
      comment:
        'declarations come area by area (web/src/kit/declarations.ts); the index of all is virtual:declaration-index',
      from: { path: '^web/src/', pathNot: testFile },
      to: {
        path: `^packages/contract/src/((registry|queries|declaration-index)\\.ts|${anyArea}/declarations\\.ts)$`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    forbid('kit-names-no-area', '^web/src/kit/', `^web/src/(${anyArea}|app)/`),
    forbid(
      'grid-fields-and-dialog-know-no-document',
      '^web/src/kit/(grid|fields|dialog)/',
      '^web/src/kit/(document|pages)/',
    ),
    forbid(
      'stand-in-stands-alone',
      '^erp-stand-in/',
      '^(server|web|packages/contract|tools|e2e|bench)/',
    ),
    {
      name: 'tests-are-for-nobody',
      severity: 'error',
      // These run tests, or read the data of others where tests do.
      from: {
        pathNot: [
          ...testFile,
          '^e2e/',
          '^tools/citus/tests',
          '^tools/(explore-models|verify)\\.ts$',
          '^bench/replay/',
          '^bench/quotas/',
        ],
      },
      to: { path: testFile },
    },
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'found',
      severity: 'error',
      comment: 'the imported file or package is not there',
      from: {},
      // Virtual modules generated by the build (web/declaration-index.ts), the client that a test generates, and types that
      // a package has no program for.
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^kufang-api$', '^fastify/types/'] },
    },
    ...areaRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-work|node_modules/\\.cache)/' },
    // Imports as they are written, also of types. Asking for those of the compiled code beside them takes four times as long.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'browser', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
    },
  },
}
