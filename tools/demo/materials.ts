import type { ListResponse } from '@kufang/contract/document/api.ts'
import { share } from './chance.ts'
import type { Team } from './team.ts'

/** Attributes of a material that determine how its goods are processed. */
export interface MaterialFacts {
  materialNo: string
  needsInspection: boolean
  isBatchManaged: boolean
  isSerialManaged: boolean
  shelfLifeDays: number | null
  version: number
}

const inspectedShare = 0.35

export async function readMaterials(team: Team): Promise<Map<string, MaterialFacts>> {
  const materials = new Map<string, MaterialFacts>()
  let cursor: string | null = null
  do {
    const block: ListResponse<MaterialFacts> = await team.admin.client.read(
      'POST',
      '/api/masters/material/list',
      { size: 500, cursor },
    )
    for (const row of block.rows) materials.set(row.materialNo, row)
    cursor = block.nextCursor
  } while (cursor !== null)
  return materials
}

/** Sets inspection for a third of the materials, the same in every run: an attribute of the product, not of the ERP. */
export async function wantInspection(
  team: Team,
  materials: ReadonlyMap<string, MaterialFacts>,
  materialNos: ReadonlySet<string>,
): Promise<number> {
  let count = 0
  for (const materialNo of materialNos) {
    const facts = materials.get(materialNo)
    if (facts === undefined) throw new Error(`material ${materialNo} is not mirrored`)
    if (share(`inspected ${materialNo}`) >= inspectedShare) continue
    count += 1
    if (facts.needsInspection) continue
    const body = {
      key: { materialNo },
      version: facts.version,
      needsInspection: true,
      approval: { reason: 'inspected in the demonstration' },
    }
    await team.admin.client.write('PUT', '/api/masters/material', body, `inspect ${materialNo}`)
    facts.needsInspection = true
  }
  await approveInspections(team)
  return count
}

/** What decides an inspection is changed by two persons. */
async function approveInspections({ materialChief: { client } }: Team): Promise<void> {
  const path = '/api/masters/material/changes'
  const changes = await client.read<{ id: string }[]>('GET', path)
  for (const { id } of changes)
    await client.write('POST', `${path}/${id}/approve`, {}, `approve ${id}`)
}
