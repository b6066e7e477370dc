/** Pages written by hand from the kit's parts (tier 3): they have no declaration of their own, only a path. */
export const screens: readonly string[] = [
  '/Stock/sapStockSearch',
  '/base/userFactoryRel',
  '/base/userInventoryRel',
  '/base/userMaterialRelationship',
  '/system/sapApiDeployMessage',
  '/system/systemPageSetup',
  '/system/userManage',
  '/system/roleAssign',
]
