import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { measureReplicas } from '@/bin/common/measure-replicas';
import { measureSessions } from '@/bin/common/measure-sessions';
import { createObserve } from '@/lib/api/http/observe';
import { openPool } from '@/lib/db/open-database';
import { createIndexerMetrics } from '@/lib/indexer/metrics';
import { ROOT } from '../support/source-tree';

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const rule = z.object({ alert: z.string(), expr: z.string(), annotations: z.record(z.string(), z.string()) });
const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(read('prometheus/alerts.yaml')));
const panel = z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) });
const { panels } = z.object({ panels: z.array(panel) }).parse(JSON.parse(read('grafana/astrolabe.json')));

const EXPRESSIONS: [string, string][] = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }): [string, string] => [alert, expr])),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];
/** What Prometheus adds to what it scrapes. */
const ADDED = ['job', 'instance', 'le'];

/** Labels by metric, of all that the programs serve. */
async function servedMetrics(): Promise<Map<string, readonly string[]>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'astrolabe_' });
  createIndexerMetrics(registry);
  createObserve(registry);
  const sql = openPool({ url: 'postgres://nobody@127.0.0.1:1/none', connections: 1, name: 'test' });
  measureSessions(registry, sql);
  measureReplicas(registry, [{ host: 'replica', lagMs: () => 0, isUsed: () => true }]);
  const served = new Map<string, readonly string[]>([['up', []]]);
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames } = z
      .object({ name: z.string(), labelNames: z.array(z.string()).default([]) })
      .parse(metric);
    served.set(name, labelNames);
    if (metric.type.toString() === 'histogram') served.set(`${name}_bucket`, labelNames);
  }
  await sql.end({ timeout: 0 });
  return served;
}
const served = await servedMetrics();

/** The metrics and labels that an expression names; Grafana's own variables are times. */
function namesIn(expression: string) {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const [metrics, labels, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  parser.parse(text).iterate({
    enter: (node) => {
      const part = text.slice(node.from, node.to);
      if (node.type.isError) faults.push(`at ${node.from}: ${part}`);
      if (node.name === 'Identifier') metrics.add(part);
      if (node.name === 'LabelName') labels.add(part);
    },
  });
  return { metrics: [...metrics], labels: [...labels], faults };
}

describe.each(EXPRESSIONS)('%s: %s', (_, expression) => {
  const { metrics, labels, faults } = namesIn(expression);

  test('is PromQL over metrics and labels that the programs serve', () => {
    expect(faults).toEqual([]);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !served.has(name))).toEqual([]);
    const known = [...ADDED, ...metrics.flatMap((name) => served.get(name) ?? [])];
    expect(labels.filter((label) => !known.includes(label))).toEqual([]);
  });
});

test('every alert says what it is and what to do, by labels that it has', () => {
  for (const { rules } of groups)
    for (const { expr, annotations } of rules) {
      expect(Object.keys(annotations)).toEqual(['summary', 'description']);
      const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(
        ([, label = '']) => label,
      );
      const { metrics, labels } = namesIn(expr);
      const known = [...ADDED, ...labels, ...metrics.flatMap((name) => served.get(name) ?? [])];
      expect(used.filter((label) => !known.includes(label))).toEqual([]);
    }
});

test('every metric of our own is on the dashboard', () => {
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr).metrics));
  const own = [...served.keys()].filter(
    (name) => name.startsWith('astrolabe_') && !/_(nodejs|process)_/.test(name),
  );
  const hidden = own.filter((name) => !shown.includes(name) && !shown.includes(`${name}_bucket`));
  expect(hidden).toEqual(['astrolabe_node_head_block', 'astrolabe_rpc_endpoint_benches_total']);
});

test('an expression over a metric that nobody serves, or that is no PromQL, is found', () => {
  expect(
    namesIn('rate(astrolabe_nothing_total[5m])').metrics.filter((name) => !served.has(name)),
  ).toHaveLength(1);
  expect(namesIn('sum by chain (up)').faults).not.toEqual([]);
});
