import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { declarationIndex } from '@kufang/contract/declaration-index.ts'
import { refusalCatalogue } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  allPages,
  areasOfPage,
  firstPageMaxKb,
  readChunks,
  scriptsOfFirstList,
  sizeKb,
  withAllPages,
} from './first-page-size.ts'

/*
 * Checks the size of the shell and the first list of the built page, now and with all pages. `-- --each` prints the
 * size of each script.
 */

/** That of bench/web/first-list.ts; its documents have predecessors in other areas. */
const firstList = '/deliverManager/queryDelivery'
const dist = join(resolve(import.meta.dirname, '..'), 'web/dist')
const chunks = readChunks(dist)
const files = scriptsOfFirstList(
  readFileSync(join(dist, 'index.html'), 'utf8'),
  chunks,
  areasOfPage(declarationIndex(), firstList),
)
const full = withAllPages(chunks, files, pageCatalogue)
if (process.argv.includes('--each')) {
  for (const name of files)
    console.log(
      `${sizeKb(chunks, [name]).toFixed(1).padStart(7)} ${sizeKb(full, [name]).toFixed(1).padStart(7)} KB  ${name}`,
    )
}
const sizes = [
  { pages: 'now', kb: sizeKb(chunks, files) },
  { pages: `with ${allPages} pages`, kb: sizeKb(full, files) },
]
console.log(`looked at ${files.size} scripts`)
// Imports do not tell: a file of the bundler may contain what only others of its modules need.
// Texts without parameters may be those of the page itself.
const told = Object.values(refusalCatalogue).filter(
  ({ zh }) => zh.includes('{') && [...files].some((name) => chunks.get(name)?.includes(zh)),
)
if (told.length > 0) {
  console.log(`the first list loads ${told.length} texts of refusals, such as: ${told[0]?.zh}`)
  process.exitCode = 1
}
for (const { pages, kb } of sizes) {
  const isOver = kb > firstPageMaxKb
  console.log(
    `shell and first list ${pages}: ${kb.toFixed(1)} KB of at most ${firstPageMaxKb}${isOver ? ', too much: see bench/README.md, "The page in the browser"' : ''}`,
  )
  if (isOver) process.exitCode = 1
}
