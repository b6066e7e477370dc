import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the server listens while the pages are served by Vite during development. */
const serverAddress = 'http://127.0.0.1:8080'

/**
 * Packages whose modules do nothing when they are only loaded. They do not say so themselves, so
 * that one small part of theirs, such as the context of forms in a text box, would bring the rest.
 */
const withoutSideEffects =
  /node_modules\/(antd|@rc-component|@ant-design|ag-grid-community|ag-grid-react|ag-stack|react-router)\/.*\.m?js$/

export default defineConfig({
  plugins: [react()],
  // Relative addresses let a proxy serve the product under any path.
  base: './',
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The table and the chart engine are large on purpose and loaded on their own.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
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
