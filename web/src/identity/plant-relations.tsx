import type { ReactNode } from 'react'
import { reference, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { RelationPage } from './relation-page.tsx'

const fields = {
  companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 100 }),
  plant: reference(label('工厂（空为全部）', 'Plant (empty: all)'), 'plant', { width: 140 }),
  department: text(label('部门', 'Department'), { lengthMax: 40, width: 120 }),
} as const

/** 用户与工厂部门关系: a user without one sees no data. */
export default function PlantRelations(): ReactNode {
  return <RelationPage path="/base/userFactoryRel" kind="plant" fields={fields} />
}
