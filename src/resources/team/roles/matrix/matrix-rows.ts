import { explain } from '../../../../../domain/access/ability';
import {
  ACCESS_LEVELS,
  type AccessLevel,
  FEATURES,
  type FeatureId,
  type FeatureMap,
  hasPermission,
  type PermissionChange,
} from '../../../../../domain/access/features';
import { type Area, checkStateOf } from './matrix';

export const LEVEL_NAMES: Record<AccessLevel, string> = { read: 'Read', write: 'Write' };

export type Box = {
  level: AccessLevel;
  /** The accessible name of what it grants. */
  name: string;
  state: 'all' | 'some' | 'none';
  disabled: boolean;
  /** Differs from the saved role. */
  changed: boolean;
  /** The changes of checking or unchecking it. */
  asks: (granted: boolean) => PermissionChange[];
};

/** A line of the matrix: a whole area (its id is the app's name), or one permission. */
export type MatrixRow = { id: string; feature: FeatureId | null; whyNot: string | undefined; boxes: readonly Box[] };

type State = {
  features: FeatureMap;
  saved: FeatureMap;
  lacking: readonly FeatureId[];
  isReadOnly: boolean;
};

/** An area's lines. The whole area has a checkbox only while no search hides part of it. */
export function rowsOf({ app, features, isWhole }: Area, state: State): MatrixRow[] {
  return [
    { id: app, feature: null, whyNot: undefined, boxes: isWhole ? ACCESS_LEVELS.map(allOf) : [] },
    ...features.map((feature) => ({
      id: feature,
      feature,
      whyNot: state.lacking.includes(feature) ? explain({ kind: 'flag', feature }) : undefined,
      boxes: ACCESS_LEVELS.map((level) => one(feature, level)),
    })),
  ];

  function allOf(level: AccessLevel): Box {
    const open = features.filter((feature) => !state.lacking.includes(feature));
    return {
      level,
      name: `${LEVEL_NAMES[level]} all of ${app}`,
      state: checkStateOf(state.features, open, level),
      disabled: state.isReadOnly,
      changed: false,
      asks: (granted) => open.map((feature) => ({ feature, level, granted })),
    };
  }

  function one(feature: FeatureId, level: AccessLevel): Box {
    const held = hasPermission(state.features, { feature, level });
    return {
      level,
      name: `${LEVEL_NAMES[level]}: ${FEATURES[feature].name}`,
      state: held ? 'all' : 'none',
      disabled: state.isReadOnly || state.lacking.includes(feature),
      changed: held !== hasPermission(state.saved, { feature, level }),
      asks: (granted) => [{ feature, level, granted }],
    };
  }
}
