import type { CreateRequest } from '@kufang/contract/document/api.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { jobs, type Job } from '../document/journey/jobs.ts'
import type { Ground, JourneyLine } from '../document/journey/journey.ts'
import { withSerialNumbers } from '../document/journey/serial-numbers.ts'
import type { WalkedLine, Walker } from '../document/journey/walk.ts'
import { clock } from '../document/public.ts'
import { demonstrationVehicle } from './fleet.ts'
import { demonstrationUnit, requesters, suppliers } from './partners.ts'
import type { Stage } from './stage.ts'

/** The starting point of a story: an order or reservation of the ERP, or a storage location only. */
export interface Beginning {
  /** Empty without an ERP document. */
  id: string
  storageLocation?: string
  /** The bin of its first line, for journeys that name one bin. */
  bin?: string
  /** Another bin of the storage location. */
  otherBin?: string
  /** Another storage location of the plant, and a bin there. */
  elsewhere?: { storageLocation: string; bin: string }
  /** The goods the document is about, if it has no ERP document. */
  goods?: readonly JourneyLine[]
  supplierNo?: string
  /** Only these items of its ERP document; all if absent. */
  items?: readonly number[]
  /** The order of the other company that the goods are for, by item in their order, and where they go there. */
  internalOrder?: { id: string; items: readonly number[]; storageLocation: string }
  /** Uses only half of the quantity, so that some is left for other stories. */
  isHalved: boolean
}

/** Executes journeys as the people of the company, starting from an ERP document. */
export function stageWalker(stage: Stage, beginning: Beginning): Walker {
  // The supplier announces its own orders, the buyer all others.
  const walker = walkerAs(
    stage,
    (by) => jobs[by === 'supplier' && beginning.supplierNo !== '600001' ? 'buyer' : by].account,
    {
      companyCode: '1010',
      plant: demonstrationUnit.plant,
      storageLocation: beginning.storageLocation ?? '',
      bin: beginning.bin ?? '',
      otherBin: beginning.otherBin ?? '',
      elsewhere: beginning.elsewhere ?? { storageLocation: '', bin: '' },
    },
    beginning,
  )
  const supplying: Walker = {
    ...walker,
    delivers: async ({ lines }, goods) => {
      const { plant, storageLocation } = walker.ground
      const [first] = lines
      return stage.deliverInErp({
        orderNo: String(first!['purchaseOrderNo']),
        receivingPlant: String(first!['plant']),
        plant,
        storageLocation,
        items: goods.map(({ materialNo, quantity }, index) => ({
          materialNo,
          quantity: String(quantity),
          orderItem: lines[index]!.lineNo,
        })),
      })
    },
  }
  return {
    ...supplying,
    elsewhere: () => Promise.resolve(orderingWalker(stage, beginning, supplying)),
  }
}

/** The people of company 1020, which has ordered the goods. */
function orderingWalker(stage: Stage, beginning: Beginning, supplying: Walker): Walker {
  const { id, items, storageLocation } = beginning.internalOrder!
  const walker: Walker = {
    ...walkerAs(
      stage,
      (by) => (by === 'storekeeper' ? 'storekeeper2' : jobs[by].account),
      {
        companyCode: '1020',
        plant: '1021',
        storageLocation,
        bin: '',
        otherBin: '',
        elsewhere: { storageLocation: '', bin: '' },
      },
      { ...beginning, id: '' },
    ),
    mirror: () => Promise.resolve(id),
    async linesOf(name, document) {
      const lines = await stage.person('admin').linesOf(name, document)
      if (document !== id) return lines
      return items.map((item) => lines.find(({ lineNo }) => lineNo === item)!)
    },
    elsewhere: () => Promise.resolve({ ...supplying, elsewhere: () => Promise.resolve(walker) }),
  }
  return walker
}

/** Executes journeys at this place, each act by the account of its job. */
function walkerAs(
  stage: Stage,
  accountOf: (by: Job) => string,
  place: Pick<
    Ground,
    'companyCode' | 'plant' | 'storageLocation' | 'bin' | 'otherBin' | 'elsewhere'
  >,
  beginning: Beginning,
): Walker {
  const person = (by: Job) => stage.person(accountOf(by))
  return {
    ground: {
      // Of the act: the company was founded before, on the day before if midnight has passed meanwhile.
      today: clock().today,
      ...place,
      pickingUnit: demonstrationUnit.pickingUnit,
      requester: requesters.find((one) => one.account === 'requester')!.requester,
      supplierNo: suppliers[0]!.supplierNo,
      vehicle: demonstrationVehicle.vehicle,
      driver: demonstrationVehicle.driver,
      // A gasket.
      spareMaterialNo: '13010009',
      inspectorAccount: 'inspector',
    },
    create: (name, by, request) => person(by).create(name, request),
    entered: (name, request) =>
      withSerialNumbers(
        stage.database,
        name,
        name === 'inspection-order' ? rejectOne(request) : request,
      ),
    act: (name, id, action, by, given) => person(by).act(name, id, action, given),
    propose: (name, by, sources, page) => person(by).propose(name, sources, page),
    async linesOf(name, id) {
      if (id !== beginning.id) return stage.person('admin').linesOf(name, id)
      return beginningLines(stage, name, beginning)
    },
    async successorOf(_name, id, successor) {
      const [made] = await stage.database.query<{ id: string }>(
        `select to_id as id from document_link where from_id = $1 and to_type = $2 and is_live
         union select neighbour_id from document_neighbour
           where document_id = $1 and neighbour_type = $2 and not is_before`,
        [id, successor],
      )
      return made?.id
    },
    erpAnswers: () => stage.settle(),
    // Where it is posted as soon as its goods move.
    isPosted: () => stage.settle(),
    mirror: () => Promise.resolve(beginning.id),
    async systemDoes(work, document) {
      await work(stage.database, document)
    },
  }
}

/** Lines of the ERP document, with batch and dates as given by the supplier. */
async function beginningLines(
  { database, company, today }: Stage,
  name: string,
  { id, isHalved, items }: Beginning,
): Promise<WalkedLine[]> {
  const lines = await database.query<WalkedLine>(
    `select line_no, material_no, quantity from ${name.replaceAll('-', '_')}_line
     where document_id = $1 and ($2::int[] is null or line_no = any($2::int[])) order by line_no`,
    [id, items ?? null],
  )
  const materials = new Map(company.materials.map((material) => [material.materialNo, material]))
  return lines.map((line, index) => {
    const material = materials.get(line.materialNo)!
    return {
      ...line,
      quantity: String(
        isHalved ? Math.max(1, Math.ceil(Number(line.quantity) / 2)) : Number(line.quantity),
      ),
      ...(material.isBatchManaged ? { batch: `P${id.slice(-5).toUpperCase()}${index}` } : {}),
      ...(material.shelfLifeDays === null
        ? {}
        : {
            productionDate: addDays(today, -20),
            expiryDate: addDays(today, material.shelfLifeDays - 20),
          }),
    }
  })
}

/** Rejects one piece of the first line if there is more than one, unless pieces are missing or destroyed. */
function rejectOne(request: CreateRequest): CreateRequest {
  const [first, ...rest] = request.lines
  const quantity = Number(first!['quantity'])
  const isGone = (name: string) => !['0', undefined].includes(first![name] as string | undefined)
  if (quantity <= 1 || isGone('missingQuantity') || isGone('destroyedQuantity')) return request
  const failed = {
    ...first!,
    acceptedQuantity: String(quantity - 1),
    rejectedQuantity: '1',
    defectClass: 'surface',
  }
  return { ...request, lines: [failed, ...rest] }
}
