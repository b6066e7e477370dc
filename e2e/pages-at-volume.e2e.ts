import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../bench/pages/as-owner.ts'
import { FilledInstallation } from '../bench/pages/filled-installation.ts'
import { problemsOf, readPlans } from '../bench/pages/look.ts'
import { smallVolume } from '../bench/pages/volumes.ts'
import { newDataFolder } from './support/data-folder.ts'

// `npm run bench:pages -- --quick` with the demonstration company that is prepared for all journeys. Times are those of
// the full run.

let dataFolder: string
let installation: FilledInstallation

beforeAll(async () => {
  dataFolder = newDataFolder(true)
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  installation = await FilledInstallation.open(dataFolder, true, say, smallVolume)
})
afterAll(async () => {
  await installation.close()
  rmSync(dataFolder, { recursive: true })
})

test('no list of a page reads a table as a whole, whatever is asked of it', async () => {
  const figures = await readPlans(installation, { wanted: [] })
  expect(figures.length).toBeGreaterThan(60)
  expect(problemsOf(figures)).toEqual([])
})

test('a list whose index is missing is named with page, question and table', async () => {
  await asOwner(installation.database, (tx) => tx.query('drop index arrival_newest'))
  const figures = await readPlans(installation, { wanted: ['/receive/receiveRecordRow'] })
  expect(problemsOf(figures)).toContainEqual(
    expect.stringMatching(/^\/receive\/receiveRecordRow \(arrival\), .* reads all of .*arrival/),
  )
})
