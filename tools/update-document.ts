import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { documentSql } from './document-sql.ts'

/*
 * npm run update-document <document>
 *
 * Brings what follows from the declaration of a new document up to date: its migration, and the pinyin of titles and
 * actions. A committed migration may have run somewhere: it is not changed, and the change requires a new migration.
 */

const root = resolve(import.meta.dirname, '..')
const [name = ''] = process.argv.slice(2)

function stop(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

if (!(name in documents)) stop(`no document ${name}: npm run update-document <document>`)
const ending = `_${name.replaceAll('-', '_')}.sql`
const folder = 'server/migrations'
const found = readdirSync(join(root, folder)).filter((file) => file.slice(4) === ending)
if (found.length !== 1) stop(`${folder} has no migration named ${ending.slice(1)}`)
const path = `${folder}/${found[0]}`
if (spawnSync('git', ['cat-file', '-e', `HEAD:${path}`], { cwd: root }).status === 0)
  stop(`${path} is committed and may have run: write a new migration`)
const declared = (documents as Record<string, AnyDocument>)[name]!
writeFileSync(join(root, path), documentSql(declared))
const pinyin = ['tools/make-title-pinyin.ts']
const { status, stderr } = spawnSync(process.execPath, pinyin, { cwd: root, encoding: 'utf8' })
if (status !== 0) stop(stderr)
process.stdout.write(`wrote    ${path}\n`)
