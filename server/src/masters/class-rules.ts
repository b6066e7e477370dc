import { textOf } from '@kufang/kernel/text-of.ts'
import { refuse, type Refusal } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { hazardousSubstance } from '@kufang/contract/masters/hazardous-substance.ts'
import {
  classLevel,
  classTreeOf,
  materialClass,
  type ClassTree,
} from '@kufang/contract/masters/material-class.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

// Rules between the fields of classes, materials and chemicals, for their pages and for imported tables.

function wrong({ fields }: AnyMaster, field: string, problem: string, problemEn: string): Refusal {
  const { zh, en } = fieldOf(fields, field).label
  return refuse('input-invalid', { field: zh, fieldEn: en, problem, problemEn }, { field })
}

/** How codes name their place in the tree of this installation. */
export const treeOfClasses = async (queryable: Queryable): Promise<ClassTree> =>
  classTreeOf(await readParameter(queryable, 'classification.lengths', {}))

/** The code of a class places it in the tree: its digits are as many as those of a level, and name the classes above it. */
export function checkClass(row: Row, tree: ClassTree): void {
  const code = textOf(row['classCode'])
  const refused = (problem: string, problemEn: string): Refusal =>
    wrong(materialClass, 'classCode', `“${code}” ${problem}`, `"${code}" ${problemEn}`)
  if (tree.isPadded) {
    if (!/^[0-9]{8}$/.test(code) || code.startsWith('00'))
      throw refused(
        '应为 8 位数字，前两位为大类；自有分类的各级位数请先在业务配置中设置',
        'must have eight digits, the first two of which are the segment; set the lengths of a tree of your own in the business configuration',
      )
    if (/^..00(?!0000)|^....00(?!00)/.test(code))
      throw refused('的中类或小类为 00，却有下级编码', 'has 00 for a level above one that is given')
    return
  }
  if (!/^[0-9]+$/.test(code) || classLevel(code, tree) === undefined)
    throw refused(
      `应为数字，各级编码的位数为 ${tree.lengths.join('、')}`,
      `must be digits; the levels have ${tree.lengths.join(', ')} of them`,
    )
}

/** Preservation is a kind with its interval, or neither; that none is needed has no interval. */
export function checkPreservation(row: Row): void {
  const kind = textOf(row['preservationKind'])
  const hasInterval = row['preservationIntervalDays'] != null
  const needsInterval = kind !== '' && kind !== 'none'
  if (needsInterval === hasInterval) return
  throw wrong(
    materialClass,
    'preservationIntervalDays',
    hasInterval ? '没有需周期办理的保养方式，请清空' : '已选保养方式，须填写周期',
    hasInterval
      ? 'there is no preservation to repeat; clear it'
      : 'is required for this kind of preservation',
  )
}

/** A name in which a sign was lost says nothing reliable about the chemical. */
export function checkSubstance(row: Row): void {
  if (!/[?？�]/.test(textOf(row['name']))) return
  throw wrong(
    hazardousSubstance,
    'name',
    '有无法识别的字符（问号），原文字符已丢失，请按标准原文更正',
    'contains "?": a sign was lost; correct it by the text of the standard',
  )
}
