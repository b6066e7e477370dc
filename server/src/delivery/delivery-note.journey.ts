import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf, next } from '../document/journey/journey.ts'

/** The supplier announces an order, the storekeeper confirms it, and the goods arrive. */
export const deliveryNoteJourney = journeyOf(deliveryNote, {
  start: {
    by: 'supplier',
    from: { document: 'purchase-order', steps: [] },
    request: ({ lines, ground, course }) => ({
      header: {
        reference: `FH${ground.today.replaceAll('-', '').slice(2)}${lines[0]!.source!.id.slice(-4).toUpperCase()}`,
        shipDate: addDays(ground.today, -2),
        etaDate: addDays(ground.today, 1),
        deliveryMode: course === 'direct' ? 'direct' : 'warehouse',
        carrier: '澜港物流',
        plateNo: '澜A·26118',
        driver: '赵远',
        phone: '13900009001',
        packages: lines.length * 2,
        ...(course === 'imported' ? { isImported: true } : {}),
      },
      lines: lines.map(({ source, quantity, batch, productionDate, expiryDate }, index) => ({
        source: source!,
        quantity,
        certificateNo: `ZB-${ground.today.slice(0, 4)}-${source!.id.slice(-3)}${index}`,
        ...(batch ? { batch } : {}),
        ...(productionDate ? { productionDate } : {}),
        ...(expiryDate ? { expiryDate } : {}),
      })),
    }),
  },
  acts: {
    submit: { by: 'supplier' },
    withdraw: { by: 'supplier' },
    confirm: {
      by: 'storekeeper',
      input: { appointmentSlot: '08:00-10:00', unloadingPoint: '2 号卸货台' },
    },
    refuse: { by: 'storekeeper', input: { reason: '预约时段已满，请改约' } },
    withdrawConfirmation: { by: 'storekeeper', takesBack: true },
    changeMode: {
      by: 'storekeeper',
      input: { deliveryMode: 'direct', reason: '现场急用，改为直送' },
      takesBack: true,
    },
    writeOff: { by: 'buyer', input: { reason: '供应商改由下月合并发货' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    confirmed: ['submit', 'confirm'],
    partlyArrived: ['submit', 'confirm', next('arrival', 'arrived', 'half')],
    arrived: ['submit', 'confirm', next('arrival', 'arrived')],
    writtenOff: ['submit', 'confirm', 'writeOff'],
  },
})
