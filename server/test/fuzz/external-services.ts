import type { Config } from '#config.ts';
import { startAi } from '#test/ai.ts';
import { startGraph } from '#test/graph.ts';
import { startOpenId } from '#test/openid.ts';
import { startYoutube } from '#test/youtube.ts';

/** All external services are available, so no call may report that one is not. */
export async function startExternalServices(): Promise<{
  config: Partial<Config>;
  stop: () => Promise<void>;
}> {
  const [ai, youtube, graph, openId] = await Promise.all([
    startAi(),
    startYoutube(),
    startGraph(),
    startOpenId(),
  ]);
  youtube.videos.set('dQw4w9WgXcQ', { title: 'A video', description: 'With words.' });
  return {
    config: {
      ai: { baseUrl: ai.url, apiKey: 'secret-key', model: 'some-model' },
      youtube: {
        apiUrl: `${youtube.url}/youtube/v3`,
        oembedUrl: `${youtube.url}/oembed`,
        thumbnailUrl: `${youtube.url}/vi`,
        apiKey: undefined,
      },
      facebook: { appId: graph.appId, appSecret: graph.appSecret, graphUrl: graph.url },
      google: { issuer: openId.issuer, clientId: openId.clientId, peopleUrl: openId.issuer },
    },
    async stop() {
      await Promise.all([ai.stop(), youtube.stop(), graph.stop(), openId.stop()]);
    },
  };
}
