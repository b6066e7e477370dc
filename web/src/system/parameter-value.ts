import {
  isParameterValue,
  type ParameterEntry,
} from '@kufang/contract/system/business-parameters.ts'
import type { AnyParameter } from '@kufang/contract/system/parameter-kinds.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'

const wrongCodes: Label = {
  zh: '应为以逗号分隔的单个字母或数字，如 Q,E；“-”为无',
  en: 'must be single letters or digits separated by commas, such as Q,E; "-" is none',
}
const wrongLengths: Label = {
  zh: '应为以逗号分隔、逐级增加的位数，最多六级，如 1,3,6',
  en: 'must be at most six numbers of digits separated by commas, each more than the one before, such as 1,3,6',
}

/** The text of a parameter's value; null means that the value of the wider level applies. */
export function valueText(parameter: AnyParameter, value: string | number | null): Label {
  if (value === null) return { zh: '沿用上级', en: 'as the wider level' }
  if (parameter.kind === 'choice') {
    return (
      (parameter.choices as Record<string, Label>)[String(value)] ?? {
        zh: String(value),
        en: String(value),
      }
    )
  }
  return { zh: String(value), en: String(value) }
}

/** The text of the place where a value applies. */
export function placeOf(
  entry: Pick<ParameterEntry, 'companyCode' | 'plant' | 'materialGroup'>,
): Label {
  if (entry.companyCode === '') return { zh: '全部公司', en: 'All companies' }
  if (entry.plant === '')
    return { zh: `公司 ${entry.companyCode}`, en: `Company ${entry.companyCode}` }
  const plant = `${entry.companyCode}/${entry.plant}`
  return entry.materialGroup === ''
    ? { zh: `工厂 ${plant}`, en: `Plant ${plant}` }
    : {
        zh: `工厂 ${plant}，物料组 ${entry.materialGroup}`,
        en: `Plant ${plant}, material group ${entry.materialGroup}`,
      }
}

/** The typed value of the entered text, or the error in it. */
export function parsedValue(
  parameter: AnyParameter,
  entered: string,
): { value: string | number | null } | { problem: Label } {
  const text = entered.trim()
  if (text === '') return { value: null }
  if (parameter.kind === 'choice') {
    return text in parameter.choices
      ? { value: text }
      : { problem: { zh: '请选择一个值', en: 'choose a value' } }
  }
  if (parameter.kind === 'codes') {
    const codes = text.replaceAll('，', ',').replaceAll(' ', '').toUpperCase()
    return isParameterValue(parameter, codes)
      ? { value: codes }
      : { problem: parameter.areLengths === true ? wrongLengths : wrongCodes }
  }
  const number = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  const isInside = number >= parameter.minimum && number <= parameter.maximum
  return isInside
    ? { value: number }
    : {
        problem: {
          zh: `应为 ${parameter.minimum} 到 ${parameter.maximum} 的整数`,
          en: `must be a whole number from ${parameter.minimum} to ${parameter.maximum}`,
        },
      }
}
