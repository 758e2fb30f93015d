import type { Config } from '#config.ts';
import { type Binding, bind } from '#http/serve.ts';
import { openVideos } from './videos.ts';

export function videoRoutes({ config }: { config: Pick<Config, 'youtube'> }): Binding[] {
  const describeVideo = openVideos(config.youtube);
  return [bind('GET /r/video_metadata', ({ query }) => describeVideo(query.videoId))];
}
