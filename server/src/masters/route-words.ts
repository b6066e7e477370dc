import { z } from 'zod'
import { integer, label, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

/** Words of the routes that find masters of all kinds. */
export const masterRouteWords: WordsOfRoutes = {
  'POST /api/finding/masters': {
    zh: '查找主数据',
    en: 'Find rows of masters by code or name',
    answer: z.array(
      z.object({
        master: text,
        title: label,
        code: text,
        within: text,
        words: text,
        path: text,
        list: text.optional(),
        filters: z.record(text, text).optional(),
      }),
    ),
    example: { text: '闸阀' },
  },
  'POST /api/finding/seen-by': {
    zh: '一个人能看到什么',
    en: 'What a person may see',
    answer: z.object({
      account: text,
      userName: text,
      isAdmin: z.boolean(),
      pages: z.array(z.object({ group: label, titles: z.array(label) })),
      masters: z.array(z.object({ master: text, label, count: integer, examples: z.array(text) })),
    }),
    example: { userId: '00000000-0000-4000-8000-000000000001' },
    codes: ['role-missing', 'not-found'],
  },
  'POST /api/finding/material-units': {
    zh: '物料的计量单位',
    en: 'The units of materials',
    answer: z.array(
      z.object({
        materialNo: text,
        unit: text,
        numerator: integer,
        denominator: integer,
        decimals: integer,
        secondRatio: z
          .object({
            quantity: text,
            secondQuantity: text,
            decimals: integer,
            of: z.object({ bin: textOrNull, batch: textOrNull }).optional(),
          })
          .optional(),
        isSerialManaged: z.literal(true).optional(),
      }),
    ),
    example: { materialNos: ['M-VALVE'] },
  },
  'POST /api/classification/tree': {
    zh: '物料分类树的下级',
    en: 'The nodes below a class, with the number of their materials',
    answer: z.object({
      tree: z.object({ lengths: z.array(integer), isPadded: z.boolean() }),
      nodes: z.array(
        z.object({
          classCode: text,
          name: text,
          nameEn: text,
          level: text,
          hasChildren: z.boolean(),
          materialCount: integer,
        }),
      ),
    }),
    example: { parent: '' },
    codes: ['role-missing', 'input-invalid'],
  },
  'POST /api/classification/proposals': {
    zh: '分类建议的物料属性',
    en: 'What the classes of materials say and the materials do not have',
    answer: z.array(
      z.object({
        materialNo: text,
        description: text,
        materialClass: text,
        changes: z.array(
          z.object({ field: text, before: z.unknown(), after: z.unknown(), from: text }),
        ),
      }),
    ),
    example: { classCode: '40141600' },
    codes: ['role-missing'],
  },
  'POST /api/classification/updateClass': {
    zh: '物料归类',
    en: 'Assign materials, or whole groups, to a class',
    answer: z.object({ changed: integer }),
    example: { classCode: '40141600', materialGroups: ['1101'] },
    codes: ['role-missing', 'master-unknown', 'outside-scope'],
  },
  'POST /api/classification/updateAttributes': {
    zh: '按分类更新物料属性',
    en: 'Change materials as their classes propose; rules wait for another person',
    answer: z.object({
      changed: integer,
      requested: integer,
      refusals: z.array(z.object({ materialNo: text, zh: text, en: text })),
    }),
    example: { materialNos: ['M-VALVE'], approval: { reason: '按分类维护' } },
    // The second of single materials, among the refusals of the answer.
    codes: ['role-missing', 'class-proposes-nothing'],
  },
  'POST /api/duplicates/compare': {
    zh: '比较两个物料',
    en: 'Two materials side by side',
    answer: z.array(
      z.object({
        materialNo: text,
        description: text,
        descriptionEn: text,
        specification: text,
        materialGrade: text,
        drawingNo: text,
        manufacturer: text,
        materialGroup: text,
        unit: text,
        hazardClass: text,
        isActive: z.boolean(),
        replacedBy: text,
        stockQuantity: text,
      }),
    ),
    example: { materialNos: ['M-VALVE'] },
    codes: ['role-missing'],
  },
  'POST /api/duplicates/synchronise': {
    zh: '立即查找重复物料',
    en: 'Look for alike materials now',
    answer: z.object({ read: integer, found: integer, gone: integer }),
    codes: ['role-missing'],
  },
  'POST /api/duplicates/resolve': {
    zh: '判定重复物料',
    en: 'Decide a pair of materials, or take the decision back',
    answer: z.object({ state: text }),
    example: {
      materialNo: 'M-BOLT',
      otherNo: 'M-VALVE',
      version: 1,
      state: 'other',
      reason: '压力等级不同',
    },
    codes: [
      'role-missing',
      'not-found',
      'outside-scope',
      'version-stale',
      'field-required',
      'pair-kept-unknown',
      'pair-units-differ',
      'pair-kept-replaced',
      'material-inactive',
    ],
  },
}
