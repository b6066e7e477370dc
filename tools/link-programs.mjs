/*
 * Run by npm after an install (`postinstall`) with the machine's Node, so plain JavaScript. For all npm scripts it puts
 * the Node installed as a package before the machine's, and TypeScript 7 before the 6 that dependency-cruiser requires.
 * Some versions of npm omit these links if the packages for other machines claim the same names.
 */
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')

link('node', `node-${process.platform}-${process.arch}/bin/node`)
link('tsc', 'typescript7/bin/tsc')

function link(name, program) {
  if (!existsSync(join(packages, program))) return
  const place = join(packages, '.bin', name)
  rmSync(`${place}.new`, { force: true })
  symlinkSync(`../${program}`, `${place}.new`)
  renameSync(`${place}.new`, place)
}

const major = Number(process.versions.node.split('.')[0])
if (major < 24 && !existsSync(join(packages, '.bin/node'))) {
  process.stderr.write(
    `kufang: no Node 24 comes with the packages for ${process.platform}-${process.arch}; install Node 24 to run it\n`,
  )
}
