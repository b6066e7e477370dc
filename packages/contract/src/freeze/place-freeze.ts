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

/** What of a storage location is frozen. */
export const frozenScopes = {
  bin: label('货位', 'Bin'),
  area: label('库区', 'Area'),
  location: label('整个库存地点', 'Whole storage location'),
} as const

/**
 * Place freeze 货位冻结单: a bin, an area or a whole storage location is held (domain.md 1.4): everything that lies there,
 * and what comes in while it stands. Nothing leaves it, whoever has reserved it, except what a count finds missing;
 * nothing is put away into it. Nothing changes its stock category, so the ERP sees nothing; counts go on.
 */
export const placeFreeze = defineDocument({
  name: 'place-freeze',
  area: 'freeze',
  label: label('货位冻结单', 'Place freeze'),
  prefix: 'DW',
  goods: false,
  about: ['bin', 'binArea', 'scope'],
  // One place each: they are released one by one.
  linesMax: 1,
  header: {
    ...placeFields,
    freezeReason: choice(freezeReasonLabel, freezeReasons, { required: true, width: 90 }),
    releaseCondition: text(releaseConditionLabel, {
      required: true,
      lengthMax: 200,
      suggestions: releaseConditions,
      width: 160,
    }),
    holdUntil: date(holdUntilLabel, { required: true, isNotPast: true, width: 110 }),
  },
  lines: {
    scope: choice(label('冻结范围', 'Scope'), frozenScopes, {
      required: true,
      usual: 'bin',
      width: 130,
    }),
    bin: reference(label('货位', 'Bin'), 'bin', { width: 130 }),
    binArea: text(label('库区', 'Area'), { lengthMax: 20, width: 110 }),
  },
  relabel: {
    docNo: label('货位冻结单号', 'Place freeze'),
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
      label: label('冻结', 'Freeze'),
      from: ['draft'],
      to: 'frozen',
      isPreviewed: true,
      aloneBecause: label(
        '冻结必须立即生效，货物不移动、不过账；由谁冻结、何时到期随处可见',
        'A freeze counts at once and moves or posts nothing; who froze the place, and until when, is shown wherever it matters',
      ),
    },
    release: {
      label: label('解冻', 'Release'),
      from: ['frozen'],
      to: 'released',
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
      isPreviewed: true,
      isOptional: true,
      isUndo: true,
    },
  },
  refusals: ['freeze-place-unclear', 'freeze-area-unknown', 'freeze-place-held'],
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
      filters: ['docNo', 'state', 'freezeReason', 'bin', 'storageLocation', 'holdUntil'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'scope',
        'bin',
        'binArea',
        'plant',
        'storageLocation',
        'freezeReason',
        'createdByName',
        'holdUntil',
        'releaseCondition',
        'releaseGround',
        'createdAt',
      ],
    },
  },
})
