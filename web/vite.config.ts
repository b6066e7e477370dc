import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { declarationIndexPlugin, declarationPart, isSharedByAreas } from './declaration-index.ts'
import { gridPartsPlugin } from './grid-parts.ts'
import { isSharedByPages, loadedTogether } from './page-files.ts'

/** Address of the server while Vite serves the pages during development. */
const serverAddress = 'http://127.0.0.1:8080'

/**
 * Packages whose modules have no side effects but do not declare it; otherwise one small part, such as the form context
 * used by a text box, would include the rest.
 */
const withoutSideEffects =
  /node_modules\/(antd|@rc-component|@ant-design|ag-grid-community|ag-stack)\/.*\.m?js$/

/**
 * Modules of the dependencies used by the frame and every list; for ours see page-files.ts.
 */
const frameParts =
  /node_modules\/(@tanstack|@babel|@ant-design\/(cssinjs|cssinjs-utils|fast-color|colors|icons\/es\/(utils|components))|@rc-component\/(trigger|menu|select|virtual-list|util|input|motion|overflow|segmented|tooltip|portal|resize-observer|dropdown)|antd\/es\/(menu|button|select|_util|theme|style|tag|dropdown|tooltip|space|config-provider|checkbox|segmented|flex|popover|empty))\/|antd\/es\/input\/(Input\.|utils|hooks|style)|packages\/(kernel|contract)\/src\/|@ant-design\/icons(-svg)?\/es\/(icons|asn)\/(Reload|Search|Eye|Calendar|Download|Check|Up|Down)Outlined\./

/** Texts of refusals that forms, logs and printing look up; no list does. */
const refusals = /packages\/contract\/src\/document\/catalogue\/[\w-]*refusal[\w-]*\.ts$/

/** Excludes what the bundler would include with its imports: the declarations of areas, and the texts of refusals. */
const isOfFrame = (id: string): boolean =>
  (frameParts.test(id) || isSharedByPages(id)) && declarationPart(id) === null && !refusals.test(id)

/**
 * antd's form context imports @rc-component/form by package name, which would include all forms in the chunk; the
 * context is a separate file of that package.
 */
const contextOfForms: Plugin = {
  name: 'context-of-forms',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== '@rc-component/form' || importer === undefined) return null
    if (!importer.endsWith('antd/es/form/context.js')) return null
    return this.resolve('@rc-component/form/es/FormContext.js', importer)
  },
}

/**
 * Dynamic imports use our own loader, which can retry after a failure. The build tool keeps its helper under this name.
 */
const partLoader: Plugin = {
  name: 'part-loader',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return null
    const loader = join(import.meta.dirname, 'src/kit/feedback/part-files.ts')
    return `export { loadPart as __vitePreload } from ${JSON.stringify(loader)}`
  },
}

export default defineConfig({
  plugins: [react(), contextOfForms, partLoader, declarationIndexPlugin, gridPartsPlugin()],
  // Relative URLs let a proxy serve the product under any path.
  base: './',
  build: {
    outDir: 'dist',
    target: ['chrome120', 'edge120'],
    // The tool omits a module without dependencies; our loader fetches it like the others.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'js' && !others.includes(file) ? [file, ...others] : others,
    },
    // The table and chart engines are large and loaded separately.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The modules of the sign-in page stay together and free of everything else.
            { name: 'first', tags: ['$initial'], priority: 9 },
            // The declarations of an area are loaded when one of its pages or documents is first shown.
            { name: 'declared-shared', test: isSharedByAreas, priority: 3 },
            { name: declarationPart, test: /packages\/contract\/src\//, priority: 2 },
            { name: 'refusals', test: refusals, priority: 2 },
            { name: 'frame', test: isOfFrame, minShareCount: 2, priority: 8 },
            ...loadedTogether,
            {
              name: 'calendar',
              test: /node_modules\/(@rc-component\/picker|antd\/es\/date-picker|dayjs)\//,
              priority: 4,
            },
            { name: 'screens', test: /web\/src\/\w+\/screens\.ts$/, priority: 1 },
            // Changes only with the version of the library, so that browsers keep it over a deployment.
            {
              name: 'table-engine',
              test: /node_modules\/(ag-grid-community|ag-stack)\//,
              priority: 8,
            },
          ],
        },
      },
      treeshake: { moduleSideEffects: (id) => !withoutSideEffects.test(id) },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': serverAddress,
      '/websocket': { target: serverAddress, ws: true },
    },
  },
})
