import { choice, date, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from '../masters/hazard-class.ts'

/**
 * What a requisition of chemicals has besides others (domain.md 1.3, 危化品: permit, safety data sheet, quantity cap): where
 * they go, the permit of the work, and beside each line what whoever approves has to know: the class, the sheet on file,
 * and what the requester has drawn of it already. Entered on its page only (`enters`).
 */
export const chemicalTransfer = {
  header: {
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      by: 'server',
      isRemembered: true,
      width: 110,
    }),
    permitNo: text(label('作业许可证号', 'Permit no.'), {
      by: 'server',
      lengthMax: 40,
      width: 130,
    }),
    permitValidTo: date(label('许可证有效期至', 'Permit valid to'), {
      by: 'server',
      isNotPast: true,
      width: 120,
    }),
  },
  lines: {
    receivingBin: reference(label('接收货位', 'To bin'), 'bin', {
      by: 'server',
      keyFrom: { storageLocation: 'receivingStorageLocation' },
      width: 120,
    }),
    hazardClass: choice(label('危险类别', 'Hazard class'), hazardClasses, {
      by: 'server',
      width: 140,
    }),
    safetySheetNo: text(label('安全技术说明书', 'Safety data sheet'), { by: 'server', width: 140 }),
    safetySheetValidTo: date(label('说明书有效期至', 'Sheet valid to'), {
      by: 'server',
      width: 130,
    }),
    capQuantity: quantity(label('个人限量', 'Cap per person'), { by: 'server', width: 100 }),
    capDays: integer(label('限量周期（天）', 'Cap period (days)'), { by: 'server', width: 130 }),
    /** By the requester, in the period before, without this one. */
    drawnBefore: quantity(label('本期已申领', 'Drawn before'), { by: 'server', width: 100 }),
  },
  /** When it is entered, and when its goods leave. */
  refusals: [
    'not-a-chemical',
    'permit-expired',
    'safety-sheet-missing',
    'safety-sheet-without-file',
    'safety-sheet-expired',
    'chemical-cap-missing',
    'bin-not-for-storage',
    'bin-not-mixed',
    'bin-overloaded',
  ],
} as const
