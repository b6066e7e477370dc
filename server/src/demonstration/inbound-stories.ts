import { addDays } from '@kufang/kernel/local-date.ts'
import type { Stage } from './stage.ts'

/** How far the goods of an order come. */
export const inboundEnds = [
  'draft',
  'submitted',
  'returned',
  'confirmed',
  'writtenOff',
  'partlyArrived',
  'arrived',
  'assigned',
  'timeConfirmed',
  'inspectorConfirmed',
  'inspected',
  'received',
  'rejected',
  'reviewed',
  'posted',
  'reversalRequested',
  'reversalApproved',
  'reversedInErp',
  'reversed',
] as const

export type InboundEnd = (typeof inboundEnds)[number]

interface Order {
  id: string
  supplierNo: string
  lines: number[]
}

/** Orders of company 1010 whose items are all open, want inspection and can be split, in the order of their numbers. */
async function findOrder({ database }: Stage, index: number): Promise<Order> {
  const [order] = await database.query<Order>(
    `select h.id, h.supplier_no, array_agg(l.line_no order by l.line_no) as lines
     from purchase_order h
       join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
       join material m on m.material_no = l.material_no
     where h.company_code = '1010'
     group by h.id, h.doc_no, h.supplier_no
     having bool_and(not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false) and m.needs_inspection
       and coalesce(l.special_stock, '') = '') and min(l.quantity) > 3
     order by h.doc_no offset $1 limit 1`,
    [index],
  )
  if (order === undefined) throw new Error(`there is no order number ${index} for a story`)
  return order
}

/** Follows one order from its announcement to the given end, each step by the person whose work it is. */
export async function inboundStory(stage: Stage, end: InboundEnd): Promise<void> {
  const level = inboundEnds.indexOf(end)
  const reaches = (other: InboundEnd) => level >= inboundEnds.indexOf(other)
  const order = await findOrder(stage, level)
  const storekeeper = stage.person('storekeeper')

  const note = await announce(stage, order, end !== 'draft')
  if (end === 'draft' || end === 'submitted') return
  if (end === 'returned') {
    await storekeeper.act('delivery-note', note, 'refuse', {
      reason: '预约时段已满，请改约',
    })
    return
  }
  await storekeeper.act('delivery-note', note, 'confirm', {
    appointmentSlot: '08:30-10:30',
    unloadingPoint: '2 号卸货台',
  })
  if (end === 'confirmed') return
  if (end === 'writtenOff') {
    await stage
      .person('buyer')
      .act('delivery-note', note, 'writeOff', { reason: '供应商改由下月合并发货' })
    return
  }
  const arrival = await arrive(stage, note, end === 'partlyArrived')
  if (end === 'partlyArrived' || end === 'arrived') return
  if (!(await inspect(stage, arrival, reaches, end))) return
  await receive(stage, arrival, end)
}

async function announce(stage: Stage, order: Order, isSubmitted: boolean): Promise<string> {
  const { company, today } = stage
  const author = stage.person(order.supplierNo === '600001' ? 'supplier' : 'buyer')
  const materials = new Map(company.materials.map((material) => [material.materialNo, material]))
  const items = await stage.database.query<{
    lineNo: number
    materialNo: string
    quantity: string
  }>(
    'select line_no, material_no, quantity from purchase_order_line where document_id = $1 and line_no = any($2) order by line_no',
    [order.id, order.lines],
  )
  const note = await author.create('delivery-note', {
    header: {
      reference: `FH${today.replaceAll('-', '').slice(2)}${order.id.slice(-4).toUpperCase()}`,
      shipDate: addDays(today, -2),
      etaDate: addDays(today, 1),
      deliveryMode: 'warehouse',
      carrier: '澜港物流',
      plateNo: '澜A·26118',
      driver: '赵远',
      phone: '13900009001',
      packages: items.length * 2,
    },
    lines: items.map((item, index) => {
      const material = materials.get(item.materialNo)!
      const quantity = Math.max(1, Math.ceil(Number(item.quantity) / 2))
      return {
        source: { id: order.id, lineNo: item.lineNo },
        quantity: String(quantity),
        certificateNo: `ZB-${today.slice(0, 4)}-${order.id.slice(-3)}${index}`,
        ...(material.isBatchManaged
          ? { batch: `P${order.id.slice(-5).toUpperCase()}${index}` }
          : {}),
        ...(material.shelfLifeDays === null
          ? {}
          : {
              productionDate: addDays(today, -20),
              expiryDate: addDays(today, material.shelfLifeDays - 20),
            }),
      }
    }),
    ...(isSubmitted ? { actionAfterCreate: 'submit' } : {}),
  })
  return note.id
}

async function arrive(stage: Stage, note: string, isPartial: boolean): Promise<string> {
  const storekeeper = stage.person('storekeeper')
  const lines = await storekeeper.linesOf('delivery-note', note)
  const sources = lines.map(({ lineNo, quantity }) => ({
    id: note,
    lineNo,
    // One piece is still on the road.
    quantity:
      isPartial && lineNo === 1 && Number(quantity) > 1 ? String(Number(quantity) - 1) : quantity,
  }))
  const proposed = await storekeeper.propose('arrival', sources)
  const arrival = await storekeeper.create('arrival', {
    header: {
      ...proposed.header,
      visualCheck: 'intact',
      unloadingPoint: '2 号卸货台',
      countedPackages: lines.length * 2,
      signedOffBy: '周海宁',
    },
    lines: proposed.lines,
    actionAfterCreate: 'confirm',
  })
  return arrival.id
}

/** Returns whether the story goes on to the receipt. */
async function inspect(
  stage: Stage,
  arrival: string,
  reaches: (end: InboundEnd) => boolean,
  end: InboundEnd,
): Promise<boolean> {
  const [notice] = await stage.database.query<{ id: string }>(
    `select distinct to_id as id from document_link where from_id = $1 and to_type = 'inspection-notice' and is_live`,
    [arrival],
  )
  if (notice === undefined) throw new Error(`arrival ${arrival} called no inspection`)
  const supervisor = stage.person('qualitysupervisor')
  await supervisor.act('inspection-notice', notice.id, 'assign', {
    inspectionUnit: '质量检验站',
    inspectionMethod: 'full',
    inspectorAccount: 'inspector',
  })
  if (end === 'assigned') return false
  await stage.person('storekeeper').act('inspection-notice', notice.id, 'confirmTime', {
    unpackingAt: `${addDays(stage.today, 1)}T01:30:00.000Z`,
    unpackingPlace: '待检区',
    attendees: ['供应商', '使用车间', '质检员'],
  })
  if (end === 'timeConfirmed') return false
  await supervisor.act('inspection-notice', notice.id, 'confirmInspector')
  if (end === 'inspectorConfirmed') return false
  const inspector = stage.person('inspector')
  const lines = await inspector.linesOf('inspection-notice', notice.id)
  await inspector.create('inspection-order', {
    header: {
      inspectionMethod: 'full',
      reportNo: `JY-${stage.today.replaceAll('-', '')}-${arrival.slice(-3).toUpperCase()}`,
      certificateCopies: 2,
    },
    lines: lines.map(({ lineNo, quantity }) => {
      // One piece of the first line fails, where there is more than one.
      const rejected = lineNo === 1 && Number(quantity) > 1 ? 1 : 0
      return {
        source: { id: notice.id, lineNo },
        quantity,
        acceptedQuantity: String(Number(quantity) - rejected),
        rejectedQuantity: String(rejected),
        characteristics: '外观、尺寸、标识、随货资料',
        ...(rejected > 0 ? { defectClass: 'surface' } : {}),
      }
    }),
    actionAfterCreate: 'decide',
  })
  return reaches('received')
}

async function receive(stage: Stage, arrival: string, end: InboundEnd): Promise<void> {
  const storekeeper = stage.person('storekeeper')
  const leader = stage.person('shiftleader')
  const poster = stage.person('poster')
  const lines = await storekeeper.linesOf('arrival', arrival)
  const proposed = await storekeeper.propose(
    'goods-receipt',
    lines.map(({ lineNo }) => ({ id: arrival, lineNo })),
  )
  const { id } = await storekeeper.create('goods-receipt', {
    header: proposed.header,
    lines: proposed.lines,
    actionAfterCreate: 'receive',
  })
  if (end === 'received') return
  if (end === 'rejected') {
    await leader.act('goods-receipt', id, 'refuse', { reason: '实收数量与磅单不符' })
    return
  }
  await leader.act('goods-receipt', id, 'review')
  if (end === 'reviewed') return
  await poster.act('goods-receipt', id, 'post')
  await stage.settle()
  if (end === 'posted') return
  await poster.act('goods-receipt', id, 'requestReversal', { reason: '订单行选择错误' })
  if (end === 'reversalRequested') return
  await leader.act('goods-receipt', id, 'approveReversal')
  if (end === 'reversalApproved') return
  await poster.act('goods-receipt', id, 'reverse')
  await stage.settle()
  if (end === 'reversedInErp') return
  await storekeeper.act('goods-receipt', id, 'reversePhysical')
}
