import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { controlsPage } from './controls-page.ts'

/* `npx node tools/write-controls.ts`: writes the control matrix, docs/controls.md, after a declaration was changed. */
writeFileSync(resolve(import.meta.dirname, '../docs/controls.md'), controlsPage())
