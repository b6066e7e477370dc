import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { soundsFile } from './title-pinyin.ts'

/* `npx node tools/make-title-pinyin.ts`: regenerates the pinyin of titles after one was changed. */
const root = resolve(import.meta.dirname, '..')
const path = resolve(root, 'web/src/app/finding/title-sounds.ts')
writeFileSync(path, soundsFile())
execFileSync(resolve(root, 'node_modules/.bin/oxfmt'), [path], { stdio: 'inherit' })
