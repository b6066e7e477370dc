import { label } from '../document/declare/label.ts'
import type { CodesParameter } from './parameter-kinds.ts'

// Parameters of the classification of materials.

/** The value of `classification.lengths` for UNSPSC: eight digits, two for each level, filled with `00`. */
export const unspscLengths = '2,4,6,8'

const lengths: CodesParameter = {
  kind: 'codes',
  label: label('物料分类各级位数', 'Digits of the levels of material classes'),
  help: label(
    '从大类起，各级分类编码各有几位数字，逐级增加，最多六级。例如 1,3,6。2,4,6,8 表示 UNSPSC：编码一律 8 位，不足的以 00 补齐。请在录入分类之前设置',
    'How many digits name a class of each level, from the widest, each more than the one before, at most six: such as 1,3,6. 2,4,6,8 is UNSPSC: all codes have eight digits, filled with 00. Set it before classes are entered',
  ),
  level: 'system',
  isControl: false,
  areLengths: true,
  default: unspscLengths,
}

/** The business parameters of the area. */
export const classificationParameters = { 'classification.lengths': lengths } as const
