import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { root } from './configuration.ts'
import { LogFile } from './log-file.ts'

/* `npm run build-web`: builds the web page if it is out of date. */
await buildWeb({
  root,
  log: new LogFile(join(root, 'node_modules/.cache/kufang-web/build.log')),
  say: (line) => process.stdout.write(`${line}\n`),
  signal: new AbortController().signal,
})
