import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { applySeed } from './apply-seed.ts'
import { readOrdersFile } from './external-documents/orders-file.ts'
import { organizationTables } from './masters/organization.ts'
import type { SeedPlant, StandInSeed } from './seed.ts'
import type { StandIn } from './system.ts'
import { inParts } from './upsert.ts'

const ownPlants = '1010@1000:0001,0002;1020@1000:0001;2010@2000:0001'

/**
 * Loads the orders of a CSV or csv.gz file. A file with the same content is not loaded again, so that receipts are
 * kept. Returns the number of lines.
 */
export function loadOrdersFile(
  system: StandIn,
  path: string,
  plantsText: string | undefined,
): number {
  const bytes = readFileSync(path)
  if (!isNew(system, 'orders', bytes)) return system.database.table('OrdersFileLine').size
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const { lines, seed } = readOrdersFile(text, choosePlants(system, plantsText))
  applySeed(system, seed)
  inParts(lines, 500, (part) =>
    system.database.transact((transaction) => {
      for (const line of part) transaction.put('OrdersFileLine', line)
    }),
  )
  markLoaded(system, 'orders', bytes)
  return lines.length
}

/** Applies a seed file once; afterwards its state is in the journal. */
export function loadSeedFile(system: StandIn, path: string): void {
  const bytes = readFileSync(path)
  if (!isNew(system, 'seed', bytes)) return
  applySeed(system, JSON.parse(bytes.toString('utf8')) as StandInSeed)
  markLoaded(system, 'seed', bytes)
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isNew(system: StandIn, name: string, bytes: Buffer): boolean {
  return system.database.table('OrdersFile').byKey(name)?.Digest !== digest(bytes)
}

function markLoaded(system: StandIn, name: string, bytes: Buffer): void {
  system.database.transact((transaction) =>
    transaction.put('OrdersFile', { Name: name, Digest: digest(bytes) }),
  )
}

function choosePlants(system: StandIn, text: string | undefined): SeedPlant[] {
  const known = knownPlants(system)
  if (text === undefined || text === '')
    return known.length > 0 ? known : parsePlants(ownPlants, known)
  return parsePlants(text, known)
}

function knownPlants(system: StandIn): SeedPlant[] {
  const locations = system.database.table(organizationTables.storageLocation)
  return system.database
    .table(organizationTables.plant)
    .all()
    .map((row) => ({
      plant: String(row.Plant),
      companyCode: String(row.CompanyCode),
      currency: String(row.Currency),
      storageLocations: locations
        .where('Plant', row.Plant ?? '')
        .map((each) => String(each.StorageLocation)),
    }))
}

/** Parses '1010:0001,0002;1020@1000:0003': plant, company after '@', storage locations. */
export function parsePlants(text: string, known: readonly SeedPlant[]): SeedPlant[] {
  return text.split(';').map((part) => {
    const match = /^(\w{1,4})(?:@(\w{1,4}))?:(\w{1,4}(?:,\w{1,4})*)$/.exec(part.trim())
    if (match === null) throw new Error(`STAND_IN_PLANTS: cannot read '${part}'`)
    const [, plant = '', company, locations = ''] = match
    const old = known.find((each) => each.plant === plant)
    return {
      plant,
      companyCode: company ?? old?.companyCode ?? '1000',
      currency: old?.currency ?? 'CNY',
      storageLocations: locations.split(','),
    }
  })
}
