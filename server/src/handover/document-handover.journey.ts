import { documentHandover } from '@kufang/contract/handover/document-handover.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** Documents are listed and handed over; the unit confirms and archives them. */
export const documentHandoverJourney = journeyOf(documentHandover, {
  start: {
    by: 'storekeeper',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        receivingUnit: ground.pickingUnit,
        recipient: '沈一诺',
      },
      lines: lines.map((_line, index) => ({
        title: `质保书 ${index + 1}`,
        documentKind: 'quality',
        copies: 2,
        copyKind: 'original',
        medium: 'paper',
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper' },
    confirm: { by: 'unitHead' },
    refuse: { by: 'unitHead', input: { reason: '资料不全' } },
    archive: { by: 'storekeeper', input: { archiveNo: 'DA-1' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    confirmed: ['submit', 'confirm'],
    archived: ['submit', 'confirm', 'archive'],
  },
})
