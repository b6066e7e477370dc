import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'
import { declarationIndexPlugin } from './web/declaration-index.ts'

const unit = ['packages/**/*.test.ts', 'tools/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}']
const server = ['server/src/**/*.test.ts', 'erp-stand-in/src/**/*.test.ts']

export default defineConfig({
  test: {
    passWithNoTests: false,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [declarationIndexPlugin],
        test: {
          name: 'unit',
          include: unit,
          typecheck: { enabled: false },
          // Files of one worker share the modules, which take longer to load than the tests to run.
          isolate: false,
          setupFiles: [
            'tools/computing-time.ts',
            'tools/forget-unit-names.ts',
            'tools/fixed-seed.ts',
          ],
          // Some run a compiler or a checker as a program, or copy the tree, which takes long on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: server,
          globalSetup: ['server/src/platform/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          isolate: false,
          setupFiles: [
            'server/src/document/testing/restore-registries.ts',
            'tools/forget-unit-names.ts',
            'tools/fixed-seed.ts',
            // After the modules are loaded that all files share.
            'tools/computing-time.ts',
          ],
          // Each file has a separate database, so files do not interfere; each takes about a core, including its
          // PostgreSQL.
          maxWorkers: Math.max(2, availableParallelism()),
        },
      },
      {
        test: {
          // `npm run model`: no part of `npm test`, because it draws its seeds.
          name: 'model',
          include: ['server/src/**/*.explore.ts'],
          globalSetup: ['server/src/platform/testing/global-setup.ts'],
          hookTimeout: 120_000,
          pool: 'forks',
          isolate: false,
          setupFiles: ['tools/forget-unit-names.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/prepared-product.ts'],
          setupFiles: ['tools/computing-time.ts'],
          testTimeout: 300_000,
          // A poll waits as long as a click: pages and responses may be slow on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 300_000,
          pool: 'forks',
          // Each file starts a separate product and browser. A journey waits a quarter of its time: for the ERP, for a
          // message, for a limit to pass.
          maxWorkers: availableParallelism() + 1,
        },
      },
    ],
  },
})
