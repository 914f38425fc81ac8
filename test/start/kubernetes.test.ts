import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '@/lib/config/variables';
import { ROOT } from '../support/source-tree';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

const generator = z.object({ name: z.string() });
const kustomization = z
  .object({
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string() })),
    configMapGenerator: z.array(generator.extend({ literals: z.array(z.string()) })),
    secretGenerator: z.array(generator.extend({ envs: z.array(z.string()) })),
  })
  .parse(parse(read('kustomization.yaml')));
const manifest = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => {
    expect(document.errors).toEqual([]);
    return manifest.parse(document.toJS());
  }),
);

const reference = z.object({ name: z.string(), key: z.string() });
const container = z.object({
  image: z.string(),
  args: z.tuple([z.string()]),
  env: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z
        .object({ secretKeyRef: reference.optional(), configMapKeyRef: reference.optional() })
        .optional(),
    }),
  ),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
});
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string(), z.string()).optional(),
      }),
      spec: z.object({ containers: z.tuple([container]) }),
    }),
  }),
});
const deployments = manifests
  .filter(({ kind }) => kind === 'Deployment')
  .map((found) => deployment.parse(found));

const KINDS = { Deployment, Namespace, NetworkPolicy, PodDisruptionBudget, Service };
const isKnown = (kind: string): kind is keyof typeof KINDS => kind in KINDS;

test.each(manifests.map((found) => [`${found.kind} ${found.metadata.name}`, found] as const))(
  '%s is valid by the schemas of the Kubernetes API',
  (_, found) => {
    if (!isKnown(found.kind)) throw new Error(`no schema for ${found.kind}`);
    // the constructors take what the schemas describe, which is what is checked
    const model = Reflect.construct(KINDS[found.kind], [found]);
    expect(() => model.validate()).not.toThrow();
  },
);

test('a field of another type, or one that is missing, is refused by the same schemas', () => {
  const wrong = { ...manifests.find(({ kind }) => kind === 'Deployment'), spec: { replicas: 'two' } };
  expect(() => Reflect.construct(Deployment, [wrong]).validate()).toThrow(/replicas|selector/);
});

describe.each(deployments.map((found) => [found.metadata.name, found.spec] as const))('%s', (name, spec) => {
  const [{ args, image, env, ports }] = spec.template.spec.containers;
  const portOf = (port: string) => ports.find((found) => found.name === port)?.containerPort;

  test('runs the role of its name from the image that kustomize replaces', () => {
    expect(args).toEqual([name]);
    expect(kustomization.images.map((found) => found.name)).toEqual([image]);
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  test('sets variables that exist, from keys that are given', () => {
    const secrets = read('secrets.env.example')
      .split('\n')
      .map((line) => line.split('=')[0]);
    const settings = kustomization.configMapGenerator.flatMap(({ literals }) =>
      literals.map((line) => line.split('=')[0]),
    );
    expect(env.map((variable) => variable.name).filter((variable) => !(variable in VARIABLES))).toEqual([]);
    for (const { valueFrom } of env) {
      if (valueFrom?.secretKeyRef) expect(secrets).toContain(valueFrom.secretKeyRef.key);
      if (valueFrom?.configMapKeyRef) expect(settings).toContain(valueFrom.configMapKeyRef.key);
    }
  });

  test('listens where the program does', () => {
    const settingOf = (variable: string) => env.find((found) => found.name === variable)?.value;
    const defaults = { api: VARIABLES.API_PORT.default, web: VARIABLES.PORT.default, indexer: undefined };
    const given = Object.entries(defaults).find(([role]) => role === name)?.[1];
    expect(portOf('http')?.toString()).toBe(given);
    const metrics = settingOf(`${name.toUpperCase()}_METRICS_PORT`);
    expect(portOf('metrics')?.toString()).toBe(metrics);
    expect(spec.template.metadata.annotations?.['prometheus.io/port']).toBe(metrics);
  });
});

test('web has no secret but its key, and the secrets themselves are not in the repository', () => {
  const web = deployments.find(({ metadata }) => metadata.name === 'web');
  const env = web?.spec.template.spec.containers[0].env ?? [];
  expect(env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? [])).toEqual(['API_KEY']);
  expect(kustomization.secretGenerator.flatMap(({ envs }) => envs)).toEqual(['secrets.env']);
  expect(read('.gitignore')).toBe('secrets.env\n');
  expect(existsSync(join(FOLDER, 'secrets.env.example'))).toBe(true);
});
