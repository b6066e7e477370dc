import type { ReactNode } from 'react'
import { reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { RelationPage } from './relation-page.tsx'

const fields = {
  materialGroup: reference(label('物料组', 'Material group'), 'material-group', {
    required: true,
    width: 140,
  }),
} as const

/** 用户与物料组关系: a user without one sees all material groups. */
export default function MaterialGroupRelations(): ReactNode {
  return (
    <RelationPage path="/base/userMaterialRelationship" kind="material-group" fields={fields} />
  )
}
