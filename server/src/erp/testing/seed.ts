const material = (product: string, more: object = {}) => ({
  product,
  descriptions: { ZH: `闸阀 ${product}`, EN: `Gate valve ${product}` },
  baseUnit: 'EA',
  productGroup: '1401',
  price: '25.00',
  ...more,
})
const orderItem = (item: string, product: string, more: object = {}) => ({
  item,
  product,
  plant: '1000',
  storageLocation: '0001',
  quantity: '100',
  unit: 'EA',
  netPrice: '24.50',
  deliveryDate: '2026-12-01',
  overDeliveryPercent: '10',
  ...more,
})
/** A small ERP: a contract, three orders, a request, two reservations, a sales order and some stock. */
export const standInSeed = {
  plants: [{ plant: '1000', companyCode: '1000', storageLocations: ['0001', '0002'] }],
  products: [
    material('4711'),
    material('4712', { isBatchManaged: true }),
    material('GASKET-1'),
    material('4714'),
    material('4715', { baseUnit: 'KG' }),
  ],
  suppliers: [{ supplier: '100001', name: '华东阀门' }],
  purchaseContracts: [
    {
      purchaseContract: '4600000007',
      companyCode: '1000',
      supplier: '100001',
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
    },
  ],
  purchaseOrders: ['4500000001', '4500000002', '4500000003'].map((purchaseOrder) => ({
    purchaseOrder,
    companyCode: '1000',
    supplier: '100001',
    // The last one is internal: a plant of the group supplies its goods.
    ...(purchaseOrder === '4500000003' && { type: 'UB', supplyingPlant: '2000' }),
    orderDate: '2026-11-01',
    items: [
      orderItem('10', '4711', {
        purchaseContract: '4600000007',
        purchaseContractItem: '10',
      }),
      orderItem('20', 'GASKET-1', {
        isUnlimitedOverDelivery: true,
        accountAssignmentCategory: 'Q',
        account: { wbsElement: 'P-100.1' },
      }),
    ],
  })),
  requisitions: [
    {
      requisition: '10000001',
      items: [
        {
          item: '10',
          product: '4711',
          plant: '1000',
          quantity: '5',
          unit: 'EA',
          deliveryDate: '2026-12-24',
        },
      ],
    },
  ],
  reservations: ['1', '2'].map((reservation) => ({
    reservation,
    movementType: '201',
    reservationDate: '2026-11-02',
    account: { costCenter: 'CC100' },
    items: [
      {
        item: '1',
        product: '4714',
        plant: '1000',
        storageLocation: '0001',
        quantity: '8',
        requirementDate: '2026-11-30',
        isFinallyIssued: reservation === '2',
      },
    ],
  })),
  salesOrders: [
    {
      salesOrder: '1',
      soldToParty: '200001',
      orderDate: '2026-11-03',
      items: [
        {
          item: '10',
          product: '4711',
          plant: '1000',
          quantity: '3',
          unit: 'EA',
          deliveryDate: '2026-12-05',
        },
      ],
    },
  ],
  stock: [
    { product: '4714', plant: '1000', storageLocation: '0001', quantity: '20' },
    { product: '4715', plant: '1000', storageLocation: '0001', quantity: '4.5', stockType: '07' },
  ],
  periods: [{ companyCode: '1000', current: '202611', previousIsOpen: false }],
}
