import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, kept, reference, text } from '../document/declare/field.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import {
  extension,
  freezeReasonLabel,
  freezeReasons,
  holdUntilLabel,
  reasonsOfCancelledFreeze,
  releaseConditionLabel,
  releaseConditions,
  releaseGrounds,
} from './freeze-reasons.ts'

const { quality, dispute } = freezeReasons

/**
 * Batch freeze 批次冻结单: a batch in doubt is held as a whole (domain.md 1.7): in every storage location of the company, under
 * inspection, on the way and in what arrives while it stands, whoever has reserved it; those who have are told. Nobody issues,
 * picks, transfers or adjusts it; it is put apart, inspected, blocked, returned and scrapped. A freeze of rows of it for quality
 * makes one by itself, and tells the ERP of the free pieces (`freeze-order.ts`). It is lifted by somebody else, after which all
 * is as it was. SAP: batch status restricted (MSC2N).
 */
export const batchFreeze = defineDocument({
  name: 'batch-freeze',
  area: 'freeze',
  label: label('批次冻结单', 'Batch freeze'),
  prefix: 'DP',
  goods: false,
  about: ['ofMaterialNo', 'ofBatch'],
  // One batch each: they are released one by one.
  linesMax: 1,
  header: {
    // Where the doubt arose; the batch is held in all others, too.
    ...placeFields,
    freezeReason: choice(freezeReasonLabel, { quality, dispute }, { required: true, width: 90 }),
    releaseCondition: text(releaseConditionLabel, {
      required: true,
      lengthMax: 200,
      suggestions: releaseConditions,
      width: 160,
    }),
    holdUntil: date(holdUntilLabel, { required: true, isNotPast: true, width: 110 }),
  },
  lines: {
    ofMaterialNo: reference(label('物料', 'Material'), 'material', { required: true, width: 150 }),
    ofBatch: text(label('批次', 'Batch'), {
      code: 'capitals',
      required: true,
      lengthMax: 10,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('批次冻结单号', 'Batch freeze'),
    plant: label('发现工厂', 'Found in plant'),
    storageLocation: label('发现库存地点', 'Found in'),
    createdByName: label('冻结人', 'Frozen by'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    frozen: state(label('已冻结', 'Frozen'), 'active'),
    released: state(label('已解冻', 'Released'), 'done'),
    ...cancelledState,
  },
  initial: 'draft',
  editable: ['draft'],
  due: { by: 'holdUntil', states: ['frozen'], escalatesTo: 'release' },
  actions: {
    freeze: {
      label: label('全公司冻结', 'Freeze everywhere'),
      from: ['draft'],
      to: 'frozen',
      isPreviewed: true,
      aloneBecause: label(
        '有疑问的批次必须立即停用，货物不移动、不过账；解冻须由他人办理',
        'A batch in doubt must not be used from now on; nothing moves or is posted, and somebody else lifts the freeze',
      ),
    },
    release: {
      label: label('解冻', 'Release'),
      from: ['frozen'],
      to: 'released',
      // Who doubts the batch does not also find it good.
      notBy: ['create', 'freeze'],
      isPreviewed: true,
      input: {
        releaseGround: kept(
          'releaseGround',
          text(label('解冻依据', 'Ground of release'), {
            required: true,
            lengthMax: 200,
            suggestions: releaseGrounds,
          }),
        ),
      },
    },
    extend: { ...extension, from: ['frozen'] },
    cancel: {
      ...cancelAction({
        label: label('取消冻结', 'Cancel the freeze'),
        from: ['frozen'],
        reasons: reasonsOfCancelledFreeze,
      }),
      notBy: ['create', 'freeze'],
      isPreviewed: true,
      isOptional: true,
      isUndo: true,
    },
  },
  refusals: ['freeze-batch-unknown', 'freeze-batch-held'],
  pages: {
    '/freeze/stockFreeze': { kind: 'create', actionAfterCreate: 'freeze' },
    '/freeze/freezeRecordEdit': {
      kind: 'maintain',
      states: ['draft'],
      actions: ['freeze'],
      filters: ['docNo', 'freezeReason', 'plant', 'storageLocation', 'createdAt'],
    },
    '/freeze/freezeRecordCancel': {
      kind: 'step',
      states: ['frozen'],
      actions: ['cancel'],
      filters: ['docNo', 'freezeReason', 'plant', 'storageLocation', 'holdUntil'],
    },
    '/freeze/freezeRecordTransferItems': {
      kind: 'maintain',
      edits: false,
      states: ['frozen'],
      actions: ['release', 'extend'],
      filters: ['docNo', 'freezeReason', 'plant', 'storageLocation', 'holdUntil'],
    },
    '/freeze/freezeRecordSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'freezeReason', 'ofMaterialNo', 'ofBatch', 'holdUntil'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'ofMaterialNo',
        'ofBatch',
        'freezeReason',
        'createdByName',
        'holdUntil',
        'releaseCondition',
        'releaseGround',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
  },
})
