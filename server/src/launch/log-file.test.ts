import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kufang-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('goes on when the disk is full, says so once, and writes how many lines were lost when there is room', () => {
  const path = join(folder, 'full')
  // The device answers every write with "no space left".
  symlinkSync('/dev/full', path)
  const told: string[] = []
  const log = new LogFile(path, (line) => told.push(line))
  for (const line of ['one', 'two', 'three']) log.write(line)
  expect(told).toEqual([expect.stringMatching(/full cannot be written, lines are lost: ENOSPC/)])
  // The last lines are still available to explain why a child ended.
  expect(log.last).toBe('one\ntwo\nthree')
  rmSync(path)
  log.write('four')
  log.write('five')
  expect(readFileSync(path, 'utf8')).toBe(
    '\n(3 lines lost: the log could not be written)\nfour\nfive\n',
  )
  expect(told.slice(1)).toEqual([`log file ${path} is written again; 3 lines are lost`])
  // The next failure is reported again, with a new count.
  rmSync(path)
  symlinkSync('/dev/full', path)
  log.write('six')
  expect(told).toHaveLength(3)
  rmSync(path)
  log.write('seven')
  expect(readFileSync(path, 'utf8')).toContain('(1 lines lost')
})

it('makes its folder again when somebody removed it, and goes on when that is not possible', () => {
  const home = join(folder, 'log')
  const path = join(home, 'server')
  const told: string[] = []
  const log = new LogFile(path, (line) => told.push(line))
  log.write('one')
  rmSync(home, { recursive: true })
  log.write('two')
  expect(readFileSync(path, 'utf8')).toBe('two\n')
  expect(told).toEqual([])
  rmSync(home, { recursive: true })
  writeFileSync(home, 'a file where the folder was')
  log.write('three')
  log.write('four')
  expect(told).toHaveLength(1)
  renameSync(home, `${home}-before`)
  log.write('five')
  expect(readFileSync(path, 'utf8')).toContain('(2 lines lost')
})

it('is read by its owner and group only, also one that everybody could read', () => {
  const path = join(folder, 'private', 'server.log')
  new LogFile(path).write('sign-in failed')
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
  expect([modeOf(join(folder, 'private')), modeOf(path)]).toEqual(['750', '640'])
  chmodSync(path, 0o644)
  new LogFile(path).write('sign-in failed')
  expect(modeOf(path)).toBe('640')
})
