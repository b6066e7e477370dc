import { sharingOffer } from '@kufang/contract/transfer/sharing-offer.ts'
import { sharingRequest } from '@kufang/contract/transfer/sharing-request.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { followElsewhere, journeyOf, systemDoes } from '../document/journey/journey.ts'
import { clock, systemDocuments } from '../document/public.ts'
import { systemSession } from '../platform/session/session.ts'

/** What the system does by itself, or because of the document of the other company. */
const bySystem = (
  name: 'sharing-request' | 'sharing-offer',
  action: 'expire' | 'withdrawElsewhere',
) =>
  systemDoes((database, { companyCode, id }) =>
    database.transaction((tx) => {
      const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
      return name === 'sharing-request'
        ? documents.act(name, companyCode, id, 'expire')
        : documents.act(name, companyCode, id, action)
    }),
  )

/** Goods that lie free in the other company: a unit asks for some of them. */
export const sharingRequestJourney = journeyOf(sharingRequest, {
  start: {
    by: 'materialEngineer',
    needsStockElsewhere: true,
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        supplyingCompany: String(lines[0]!.elsewhere!['companyCode']),
        supplyingPlant: String(lines[0]!.elsewhere!['plant']),
        supplyingStorageLocation: String(lines[0]!.elsewhere!['storageLocation']),
        neededBy: addDays(ground.today, 20),
        purpose: '2号催化裂化装置抢修备件',
      },
      lines: lines.slice(0, 1).map(({ materialNo }) => ({ materialNo, quantity: '2' })),
    }),
  },
  acts: {
    submit: { by: 'materialEngineer' },
    withdraw: { by: 'materialEngineer', input: { reason: '已从别处解决' } },
  },
  reaches: {
    asked: ['submit'],
    offered: ['submit', followElsewhere('sharing-offer', 'offer')],
    refused: ['submit', followElsewhere('sharing-offer', 'refuse')],
    withdrawn: ['submit', 'withdraw'],
    expired: ['submit', bySystem('sharing-request', 'expire')],
  },
})

/** The keeper of the other company answers. */
export const sharingOfferJourney = journeyOf(sharingOffer, {
  madeBy: { document: 'sharing-request', steps: ['submit'], isElsewhere: true },
  acts: {
    offer: {
      by: 'storekeeper',
      input: ({ today }) => ({ offeredDate: addDays(today, 7), remark: '自提，带内部订单号' }),
      lines: () => ({ offeredQuantity: '1' }),
    },
    refuse: { by: 'storekeeper', input: { reason: '已安排自用' } },
  },
  reaches: {
    offered: ['offer'],
    refused: ['refuse'],
    withdrawn: [bySystem('sharing-offer', 'withdrawElsewhere')],
    expired: [bySystem('sharing-offer', 'expire')],
  },
})
