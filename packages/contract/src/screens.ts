/** Pages written by hand from parts of the kit: they have a path but no declaration. */
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
