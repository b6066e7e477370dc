import type { ReactNode } from 'react'
import { reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { RelationPage } from './relation-page.tsx'

const fields = {
  companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 100 }),
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 100 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    required: true,
    width: 120,
  }),
} as const

/** 用户与库存地点关系: a user without one sees all storage locations of the user's plants. */
export default function StorageLocationRelations(): ReactNode {
  return <RelationPage path="/base/userInventoryRel" kind="storage-location" fields={fields} />
}
