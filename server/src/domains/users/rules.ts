import type { Members } from '#db/json.ts';
import { isAdmin, isCreator, type Viewer, type ViewerSql } from '#http/viewer.ts';

type PolicyViewer = Pick<Viewer, 'userId' | 'role'>;

/**
 * A rule of a policy, for a row in TypeScript and for its columns in SQL. Policies are composed of the rules below, so
 * that `can` in the JSON of a list has the same definition as the check before a write.
 */
export interface Rule<Row> {
  allows: (viewer: PolicyViewer, row: Row) => boolean;
  toSql: (viewer: ViewerSql, columns: Record<keyof Row, string>) => string;
}

export const everyone: Rule<object> = { allows: () => true, toSql: () => 'true' };

export const admins: Rule<object> = {
  allows: (viewer) => isAdmin(viewer.role),
  toSql: (viewer) => viewer.isAdmin,
};

/** A statement does not know the role, so it reads it. Not for lists, where it would do so for every row. */
export const creators: Rule<object> = {
  allows: (viewer) => isCreator(viewer.role),
  toSql: (viewer) =>
    `exists (select from users as viewer where viewer.id = ${viewer.id} and viewer.role <> 'kRegular')`,
};

/** The user whose id the row holds under this name. */
export function user<Name extends string>(name: Name): Rule<Record<Name, number>> {
  return {
    allows: (viewer, row) => row[name] === viewer.userId,
    toSql: (viewer, columns) => `${columns[name]} = ${viewer.id}`,
  };
}

export function anyOf<Row>(...rules: Rule<Row>[]): Rule<Row> {
  return {
    allows: (viewer, row) => rules.some((rule) => rule.allows(viewer, row)),
    toSql: (viewer, columns) => `(${rules.map((rule) => rule.toSql(viewer, columns)).join(' or ')})`,
  };
}

export function not<Row>(rule: Rule<Row>): Rule<Row> {
  return {
    allows: (viewer, row) => !rule.allows(viewer, row),
    toSql: (viewer, columns) => `not (${rule.toSql(viewer, columns)})`,
  };
}

export function allOf<Row>(...rules: Rule<Row>[]): Rule<Row> {
  return {
    allows: (viewer, row) => rules.every((rule) => rule.allows(viewer, row)),
    toSql: (viewer, columns) => `(${rules.map((rule) => rule.toSql(viewer, columns)).join(' and ')})`,
  };
}

/** The row's column has this value. The value is part of the statement: it must be a constant. */
export function column<Name extends string>(name: Name, value: string): Rule<Record<Name, string>> {
  return {
    allows: (_, row) => row[name] === value,
    toSql: (_, columns) => `${columns[name]} = '${value}'`,
  };
}

/** The row's column has no value. */
export function empty<Name extends string>(name: Name): Rule<Record<Name, unknown>> {
  return {
    allows: (_, row) => row[name] === null,
    toSql: (_, columns) => `${columns[name]} is null`,
  };
}

/** The same rule, while the row's flag of this name is not set. */
export function unlessFlagged<Name extends string, Row>(
  flag: Name,
  rule: Rule<Row>,
): Rule<Row & Record<Name, boolean>> {
  return {
    allows: (viewer, row) => !row[flag] && rule.allows(viewer, row),
    toSql: (viewer, columns) => `(not ${columns[flag]} and ${rule.toSql(viewer, columns)})`,
  };
}

/** `can` as members of a JSON object in SQL. */
export function canMembers<Row>(
  can: Record<string, Rule<Row>>,
  viewer: ViewerSql,
  columns: Record<keyof Row, string>,
): Members {
  return Object.fromEntries(Object.entries(can).map(([name, rule]) => [name, rule.toSql(viewer, columns)]));
}
