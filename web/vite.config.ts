import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { declarationIndexPlugin, declarationPart } from './declaration-index.ts'

/** Where the server listens while the pages are served by Vite during development. */
const serverAddress = 'http://127.0.0.1:8080'

/**
 * Packages whose modules do nothing when they are only loaded. They do not say so themselves, so
 * that one small part of theirs, such as the context of forms in a text box, would bring the rest.
 */
const withoutSideEffects =
  /node_modules\/(antd|@rc-component|@ant-design|ag-grid-community|ag-stack|react-router)\/.*\.m?js$/

/**
 * Parts that the frame of the product and every list need. Left to itself the bundler
 * makes a hundred small files of them, which together compress to thirty kilobytes more.
 */
const frameParts =
  /node_modules\/(@tanstack|react-router|@babel|@ant-design\/(cssinjs|cssinjs-utils|fast-color|colors|icons\/es\/(utils|components))|@rc-component\/(trigger|menu|select|virtual-list|util|input|motion|overflow|segmented|tooltip|portal|resize-observer|dropdown)|antd\/es\/(menu|button|select|_util|theme|style|badge|tag|dropdown|skeleton|tooltip|space|alert|config-provider|checkbox|spin|segmented|watermark|popover|breadcrumb|empty|avatar))\/|antd\/es\/input\/(Input\.|utils|hooks|style)|packages\/(kernel|contract)\/src\/|@ant-design\/icons(-svg)?\/es\/(icons|asn)\/(Reload|Search|Eye|Calendar|Download|Check|Up|Down)Outlined\.|web\/src\/kit\/(pages\/(page-frame|pages\.module|query-columns|query-slots|use-row-panel|use-whole-selection|neighbours)|document\/(related|use-books-watch|document-path)|fields\/moment-text|theme\/state-tag)\./

/** What areas declare is none of it, though the bundler would take it along with what it imports. */
const isOfFrame = (id: string): boolean => frameParts.test(id) && declarationPart(id) === null

/**
 * antd's entries ask for the context of forms by the package's name; with its whole folder in one
 * file with them, every form would come along. The context is a file of its own there.
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
 * Parts that come when they are wanted are fetched by our own loader: one that can fail and be asked
 * again. The build tool keeps its helper under this name.
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
  plugins: [react(), contextOfForms, partLoader, declarationIndexPlugin],
  // Relative addresses let a proxy serve the product under any path.
  base: './',
  build: {
    outDir: 'dist',
    target: ['chrome120', 'edge120'],
    // The tool leaves the module itself out where it is alone; our loader fetches it like the rest.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'js' && !others.includes(file) ? [file, ...others] : others,
    },
    // The table and the chart engine are large on purpose and loaded on their own.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the sign-in page needs stays together and free of everything else.
            { name: 'first', tags: ['$initial'], priority: 3 },
            // What an area declares comes when one of its pages or documents is first shown.
            { name: declarationPart, test: /packages\/contract\/src\//, priority: 1 },
            { name: 'frame', test: isOfFrame, minShareCount: 2, priority: 2 },
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
