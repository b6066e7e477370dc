import { addAll } from '@kufang/kernel/add-all.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { holdsAny, rolesForDrafts, type Conditioned } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Material } from '../../masters/public.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DraftContent, Maker } from './draft.ts'
import { completeSecondUnit } from './second-quantity.ts'
import { unitProblem } from './unit-problem.ts'
import type { DocumentTable } from '../storage/table.ts'

/**
 * Refuses (`role-missing`) persons who may not create or change drafts of this type, or change this draft; nobody may
 * create mirrors of ERP documents.
 */
export function assertMay(
  definition: AnyDocument,
  session: Session,
  purpose: 'create' | 'edit',
  document?: Conditioned,
): void {
  const roles = rolesForDrafts(definition, purpose, document)
  if (definition.isMirror || !holdsAny(session, roles)) {
    const action =
      purpose === 'create'
        ? { action: '新建', actionEn: 'create' }
        : { action: '修改', actionEn: 'edit' }
    throw refuse('role-missing', { ...action, roles: roles.join('/') || '–' })
  }
}

/**
 * The company of a new document: the wanted one, or the only one of the person.
 * @throws Refusal `field-required`, `outside-scope`
 */
export function companyWithin({ scope }: Session, wanted: string | undefined): string {
  const { companyCodes } = scope
  const company = wanted ?? (companyCodes.length === 1 ? companyCodes[0] : undefined)
  if (company === undefined)
    throw refuse('field-required', { field: '公司', fieldEn: 'Company' }, { field: 'companyCode' })
  if (!companyCodes.includes(company)) {
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: company },
      { field: 'companyCode' },
    )
  }
  return company
}

/**
 * Values entered by a person must be within the data scope. Source lines were already found within it; the system
 * session has no limits.
 */
export function outsideScope(
  table: DocumentTable,
  session: Session,
  header: DraftContent['header'],
  lines: DraftContent['lines'],
): RefusalDetail[] {
  const { plants, storageLocations, materialGroups, supplierNo, pickingUnits } = session.scope
  const plant = String(header['plant'])
  const storageLocation = String(header['storageLocation'])
  const refusal = (
    what: string,
    whatEn: string,
    value: string,
    place: { line?: number; field?: string },
  ): RefusalDetail => ({
    code: 'outside-scope',
    params: { what, whatEn, value },
    ...place,
  })
  const problems: RefusalDetail[] = []
  if (plants !== null && plant !== '' && !plants.includes(plant))
    problems.push(refusal('工厂', 'Plant', plant, { field: 'plant' }))
  if (
    storageLocations !== null &&
    storageLocation !== '' &&
    !storageLocations.includes(`${plant}/${storageLocation}`)
  ) {
    problems.push(
      refusal('库存地点', 'Storage location', `${plant}/${storageLocation}`, {
        field: 'storageLocation',
      }),
    )
  }
  if (supplierNo !== null && header['supplierNo'] !== supplierNo) {
    const { label } = table.definition
    problems.push(refusal(label.zh, label.en, textOf(header['supplierNo']) || '–', {}))
  }
  const unit = pickingUnitField(table.definition)
  const pickingUnit = unit === undefined ? '' : textOf(header[unit])
  if (pickingUnits !== null && pickingUnit !== '' && !pickingUnits.includes(pickingUnit))
    problems.push(refusal('领料单位', 'Picking unit', pickingUnit, { field: unit! }))
  for (const line of lines) {
    if (
      !table.hasGoods ||
      materialGroups === null ||
      line['sourceId'] !== undefined ||
      materialGroups.includes(textOf(line['materialGroup']))
    )
      continue
    problems.push(
      refusal('物料', 'Material', String(line['materialNo']), {
        line: line.lineNo,
        field: 'materialNo',
      }),
    )
  }
  return problems
}

/** Checks quantities against the material's unit; fills material fields of lines without a source from the master. */
export function completeMaterials(
  materials: ReadonlyMap<string, Material>,
  lines: DraftContent['lines'],
  maker: Maker,
  problems: RefusalDetail[],
  takesStock = false,
): void {
  for (const line of lines) {
    const number = textOf(line['materialNo'])
    const material = materials.get(number)
    if (material) {
      addAll(problems, unitProblem(material, line.quantity, line.lineNo, 'quantity'))
      addAll(problems, completeSecondUnit(material, line, maker))
    }
    if (line['sourceId'] !== undefined) continue
    if (!material || !isUsable(material, maker, takesStock)) {
      problems.push({
        ...unusable(material, number),
        line: line.lineNo,
        field: 'materialNo',
      })
      continue
    }
    Object.assign(line, {
      description: material.description,
      specification: material.specification,
      materialGroup: material.materialGroup,
      unit: material.unit,
    })
  }
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * Whether a new line may name the material. What was found to be the same as another one is not asked for any more, but
 * what is left of it in stock is moved, held and drawn.
 */
function isUsable({ isActive, replacedBy }: Material, maker: Maker, takesStock: boolean): boolean {
  return isActive || (textOf(replacedBy) !== '' && (takesStock || maker === 'system'))
}

function unusable(material: Material | undefined, number: string): RefusalDetail {
  if (material === undefined)
    return { code: 'material-unknown', params: { material: number || '–' } }
  const other = textOf(material.replacedBy)
  if (other === '') return { code: 'material-inactive', params: { material: number } }
  return { code: 'material-replaced', params: { material: number, other } }
}
