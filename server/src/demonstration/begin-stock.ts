import type { OpeningStock } from './opening-stock.ts'
import type { Stage } from './stage.ts'

/** Initial stock of one storage location: entered by the head of the warehouse, who sees its value, initialised by the shift leader, posted to the ERP. */
export async function beginStock(stage: Stage, opening: OpeningStock): Promise<void> {
  const { id } = await stage.person('chief').create('stock-initialisation', {
    companyCode: opening.companyCode,
    header: {
      plant: opening.plant,
      storageLocation: opening.storageLocation,
      origin: 'new',
      remark: '系统上线期初库存',
    },
    lines: opening.lines.map((line) => ({
      materialNo: line.materialNo,
      bin: line.bin,
      stockCategory: line.stockCategory,
      quantity: line.quantity,
      ...(line.secondQuantity === null ? {} : { secondQuantity: line.secondQuantity }),
      ...(line.serialNumbers === null ? {} : { serialNumbers: [...line.serialNumbers] }),
      amount: line.amount,
      ...(line.batch === '' ? {} : { batch: line.batch }),
      ...(line.productionDate === null ? {} : { productionDate: line.productionDate }),
      ...(line.expiryDate === null ? {} : { expiryDate: line.expiryDate }),
    })),
    actionAfterCreate: 'submit',
  })
  await stage.person('shiftleader').act('stock-initialisation', id, 'initialise')
  await stage.person('poster').act('stock-initialisation', id, 'post')
}
