import { choice, decimal, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** Ordinary goods, or chemicals with what their carriage needs, each entered on a page of their own. */
export const goodsKinds = {
  general: label('普通物资', 'General goods'),
  chemical: label('化学品', 'Chemicals'),
} as const

const containers = {
  tank: label('储罐', 'Tank'),
  tankTruck: label('槽车', 'Tank truck'),
  drum: label('桶', 'Drum'),
  bulkContainer: label('吨桶', 'IBC'),
  cylinder: label('气瓶', 'Cylinder'),
  package: label('袋或箱', 'Bag or box'),
} as const

/** What a transfer says of each chemical besides other goods: in what it goes, how warm, and how much that holds. */
export const chemicalGoods = {
  header: {
    goodsKind: choice(label('物资类别', 'Kind of goods'), goodsKinds, { by: 'server', width: 90 }),
  },
  lines: {
    container: choice(label('储罐/容器', 'Tank or container'), containers, {
      by: 'server',
      width: 100,
    }),
    containerNo: text(label('罐号/容器号', 'Container no.'), {
      by: 'server',
      lengthMax: 30,
      width: 110,
    }),
    temperatureC: decimal(label('温度（℃）', 'Temperature (°C)'), {
      by: 'server',
      decimals: 1,
      minimum: '-200',
      maximum: '500',
      width: 100,
    }),
    // In the base unit, and entered in any unit of the material: 2 m3 of a liquid that is weighed.
    containerCapacity: quantity(label('容器容量', 'Container capacity'), {
      by: 'server',
      width: 110,
    }),
  },
  /** The fields that the page of chemicals has persons enter, and those without which nothing is saved. */
  enters: ['container', 'containerNo', 'temperatureC', 'containerCapacity'],
  requires: ['container', 'temperatureC', 'containerCapacity'],
  refusals: ['not-a-chemical', 'container-overfilled', 'container-unnamed'],
} as const
