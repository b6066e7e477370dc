import { companyToday } from '@kufang/kernel/company-day.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { ErpConnections } from '../../erp/gateway.ts'
import { interfaceCodes, saveInterface } from '../../erp/interface-settings.ts'
import { startStandIn, type StandIn } from '../../erp/testing/stand-in.ts'
import { effectsOf, noEffect, registerEffects, type WantedMove } from '../effects/effects.ts'
import type { Place } from './ground.ts'
import { materials } from './small-company.ts'
import { worldErpPassword, type World } from './world.ts'

// Movements of document types that do not exist yet, made by an initialisation whose effect a test replaces.

/** A movement for line 1; ten pieces by default. */
export type TrialMove = Omit<WantedMove, 'lineNo' | 'quantity'> &
  Partial<Pick<WantedMove, 'quantity'>>

/** Makes initialisations perform the movements returned by `wanted`. */
export function moveByTrial(wanted: () => readonly TrialMove[]): void {
  const own = effectsOf('stock-initialisation')
  registerEffects([
    {
      ...own,
      actions: {
        ...own.actions,
        submit: noEffect,
        async initialise(context) {
          const quantity = parseQuantity('10')
          for (const move of wanted()) await context.move({ lineNo: 1, quantity, ...move })
        },
      },
    },
  ])
}

/** Creates and executes an initialisation of bolts in the place. */
export async function trial(world: World, place: Place): Promise<{ id: string }> {
  const { id } = await submittedTrial(world, place)
  await world.act('stock-initialisation', id, 'initialise')
  return { id }
}

/** One that nobody has executed yet. */
export const submittedTrial = (world: World, place: Place) =>
  world.create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
    lines: [{ materialNo: materials.bolt, quantity: '10', bin: 'A-01', stockCategory: 'UU' }],
    actionAfterCreate: 'submit',
  })

/** A plant of the same company with the same storage location. */
export const otherPlant = '0009'
/** An item of a return order for bolts. */
export const returnOrder = { purchaseOrder: '4500000900', purchaseOrderItem: '10' }

/** Starts the stand-in as the ERP of a world, with the place, bolts, a return order, a sales order and deliveries. */
export async function standInFor(world: World, place: Place): Promise<StandIn> {
  const standIn = await startStandIn(worldErpPassword)
  const { plant, companyCode, storageLocation } = place
  const storageLocations = [storageLocation]
  await standIn.control('POST', '/stand-in/seed', {
    plants: [
      { plant, companyCode, storageLocations },
      { plant: otherPlant, companyCode, storageLocations },
    ],
    products: [
      {
        product: materials.bolt,
        descriptions: { ZH: '六角螺栓', EN: 'Bolt' },
        baseUnit: 'EA',
        price: '12.50',
      },
    ],
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    purchaseOrders: [
      {
        purchaseOrder: returnOrder.purchaseOrder,
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          {
            item: '10',
            product: materials.bolt,
            plant,
            storageLocation,
            quantity: '100',
            unit: 'EA',
            netPrice: '12.50',
            deliveryDate: '2026-12-01',
            isReturnsItem: true,
          },
        ],
      },
    ],
    salesOrders: [
      {
        salesOrder: '1',
        soldToParty: '200001',
        orderDate: '2026-11-03',
        items: [
          {
            item: '10',
            product: materials.bolt,
            plant,
            quantity: '100',
            unit: 'EA',
            deliveryDate: '2026-12-05',
          },
        ],
      },
    ],
    deliveries: (['601', '643'] as const).map((movementType, index) => ({
      delivery: `8000000${index + 1}`,
      reference: movementType === '601' ? 'sales-order' : 'purchase-order',
      shipToParty: '200001',
      items: [
        {
          item: '10',
          product: materials.bolt,
          plant,
          storageLocation,
          quantity: '10',
          movementType,
          order: '1',
          orderItem: '10',
        },
      ],
    })),
    periods: [
      {
        companyCode,
        current: companyToday().slice(0, 7).replace('-', ''),
        previousIsOpen: true,
      },
    ],
  })
  await world.database.query(
    `update erp_interface set base_url = $1 where interface_code in ('material-document', 'outbound-delivery')`,
    [standIn.url],
  )
  return standIn
}

/** Lets the world read and post all interfaces at the stand-in, and returns the connections its mirrors are read with. */
export async function connectedTo(world: World, standIn: StandIn): Promise<ErpConnections> {
  const { database, secrets } = world
  for (const interfaceCode of interfaceCodes)
    await database.transaction((tx) =>
      saveInterface(tx, secrets, {
        companyCode: '',
        interfaceCode,
        change: {
          baseUrl: standIn.url,
          account: 'KUFANG',
          secret: worldErpPassword,
          isOn: true,
          isSimulated: false,
          timeoutMs: 20_000,
          retryDelaySeconds: 0,
        },
        userId: newId(),
      }),
    )
  return new ErpConnections({
    database,
    secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => {
      throw error
    },
  })
}
