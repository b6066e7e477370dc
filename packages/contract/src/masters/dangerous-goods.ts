import { choice, date, integer, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from './hazard-class.ts'

/**
 * What a requisition of dangerous goods has besides others, on whichever page it is made (domain.md 1.3, 危化品: permit,
 * safety data sheet, cap per material and person, storage class). The permit is asked for only while a line has a hazard
 * class; beside each line stands what whoever approves has to know: the class, the sheet on file, and what the requester
 * has drawn of it already.
 */
export const dangerousGoods = {
  header: {
    permitNo: text(label('作业许可证号', 'Permit no.'), {
      neededBy: 'hazardClass',
      lengthMax: 40,
      width: 130,
    }),
    permitValidTo: date(label('许可证有效期至', 'Permit valid to'), {
      neededBy: 'hazardClass',
      isNotPast: true,
      width: 120,
    }),
  },
  lines: {
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
  /** When it is submitted and approved, and when its goods leave. */
  refusals: [
    'permit-missing',
    'permit-expired',
    'safety-sheet-missing',
    'safety-sheet-without-file',
    'safety-sheet-expired',
    'chemical-cap-missing',
  ],
} as const
