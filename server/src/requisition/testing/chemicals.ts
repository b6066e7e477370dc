import type { Place } from '../../document/testing/ground.ts'
import { newPlace } from '../../document/testing/ground.ts'
import type { World } from '../../document/testing/world.ts'

/** The page of requisitions of chemicals. */
export const chemicalPage = '/pickings/chemicalDump'

/** A chemical that a unit asks for. */
export interface Ask {
  from: Place
  to: Place
  materialNo: string
  requester: string
}

let people = 0
let chemicals = 0

/** What tests of chemicals that a unit draws use. */
// oxlint-disable-next-line max-lines-per-function -- one list of functions that share the world
export function chemicalsOf(world: () => World) {
  /** A requester of his own, so that the draws of other tests do not count. */
  async function newRequester(): Promise<string> {
    const requester = `C${(people += 1)}`
    await world().database.query(
      `insert into requester (company_code, requester, name, picking_unit) values ('1010', $1, $1, 'U1')`,
      [requester],
    )
    return requester
  }

  /** A chemical with a cap of 50 kg per person, and a safety data sheet on file unless told otherwise. */
  async function newChemical(sheet: Record<string, unknown> | null = {}, cap = '50') {
    const materialNo = `M-CHEM-${(chemicals += 1)}`
    const { database } = world()
    await database.query(
      `insert into material (material_no, description, material_group, unit, needs_inspection, hazard_class, person_cap_quantity)
     values ($1, '化学品', 'G3', 'KG', false, '3', $2)`,
      [materialNo, cap === '' ? null : cap],
    )
    if (sheet !== null)
      await database.query(
        `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_from, valid_to, file_count)
       values ('1010', $1, 'SDS-1', '供应商甲', $2, $3, $4)`,
        [
          materialNo,
          sheet['validFrom'] ?? null,
          sheet['validTo'] ?? '2099-12-31',
          sheet['fileCount'] ?? 1,
        ],
      )
    return materialNo
  }

  /** Puts so much of a chemical into the bin of its class. */
  async function stock(place: Place, materialNo: string, quantity = '200') {
    const { companyCode, plant, storageLocation } = place
    const { id } = await world().create('stock-initialisation', {
      companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: [{ materialNo, quantity, bin: 'H-01', stockCategory: 'UU' }],
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', id, 'initialise')
  }

  /** The store, the unit's storage location, a chemical in the store, and who asks for it. */
  async function ground(materialNo?: string): Promise<Ask> {
    const [from, to] = [await newPlace(world()), await newPlace(world())]
    const chemical = materialNo ?? (await newChemical())
    await stock(from, chemical)
    return { from, to, materialNo: chemical, requester: await newRequester() }
  }

  const ask = (
    { from, to, materialNo, requester }: Ask,
    quantity: string,
    { header = {}, line = {} }: { header?: object; line?: object } = {},
  ) =>
    world().create('requisition', {
      page: chemicalPage,
      companyCode: from.companyCode,
      header: {
        pickingUnit: 'U1',
        requester,
        requiredDate: '2099-01-01',
        plant: from.plant,
        storageLocation: from.storageLocation,
        receivingStorageLocation: to.storageLocation,
        permitNo: 'HX-001',
        permitValidTo: '2099-01-01',
        ...header,
      },
      lines: [{ materialNo, quantity, receivingBin: 'H-01', ...line }],
      actionAfterCreate: 'submit',
    })

  const handOut = (id: string, quantity: string, actionAfterCreate?: 'issue') =>
    world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: [{ source: { id, lineNo: 1 }, quantity, bin: 'H-01' }],
      ...(actionAfterCreate ? { actionAfterCreate } : {}),
    })

  return { newRequester, newChemical, stock, ground, ask, handOut }
}
