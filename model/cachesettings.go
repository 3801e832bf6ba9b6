package model

// Cache is what a service remembers of its answers. An attempt that hits costs a share
// of the work and asks nobody else. It is declared in cacheSettings.
type Cache struct {
	Keys     float64 // that can be asked for; 0 = there is no cache
	Hits     float64 // % of the attempts that can hit when all keys are warm
	HitCost  float64 // % of the work
	Skew     float64 // of the keys' popularity; 0 = all are asked for alike
	Life     float64 // ms of an entry; 0 = for ever
	Jitter   float64 // % of Life
	Coalesce float64 // CoalesceNo or CoalesceYes
	Fills    float64 // keys/s that are filled before anybody asks
	FillCost float64 // ms of a worker for each of them
	Start    float64 // CacheWarm or CacheCold
}

// Whether misses of one key at one time make one fill.
const (
	CoalesceNo  = 0
	CoalesceYes = 1
)

// What is in a cache when the run begins.
const (
	CacheWarm = 0
	CacheCold = 1
)

var cacheSettings = []Setting[Cache]{
	{Param{Name: "cached-keys", Minor: true, Label: "cache keys", Max: 1e9, SliderMax: 1e6, Step: 10000, Off: "no cache", Whole: true, Fixed: true,
		Doc: "How many keys clients ask for, each of which the cache has room for. An attempt that hits costs a share of the work and calls no other service."},
		func(c *Cache) *float64 { return &c.Keys }},
	{Param{Name: "cacheable", Minor: true, Label: "cacheable", Unit: Percent, Max: 100, Step: 5, Default: 90,
		Doc: "Share of the attempts that can be answered from a cache in which all keys are warm."},
		func(c *Cache) *float64 { return &c.Hits }},
	{Param{Name: "hit-cost", Minor: true, Label: "cost of a hit", Unit: Percent, Max: 100, Step: 5, Default: 10,
		Doc: "Share of the work that an answer from the cache takes."},
		func(c *Cache) *float64 { return &c.HitCost }},
	{Param{Name: "key-skew", Minor: true, Label: "popularity skew", Max: 3, Step: 0.1, Default: 1, Fixed: true,
		Doc: "Exponent s of the keys' popularity, 1/rank^s (Zipf): the higher, the more of the demand asks for the hottest keys; 0 makes all alike."},
		func(c *Cache) *float64 { return &c.Skew }},
	{Param{Name: "entry-life", Minor: true, Label: "life of an entry", Unit: Milliseconds, Max: float64(1000 * Hour), SliderMax: float64(Hour), Step: 60000, Off: "for ever", Fixed: true,
		Doc: "How long an entry is valid after it was filled, to a sixty-fourth of it."},
		func(c *Cache) *float64 { return &c.Life }},
	{Param{Name: "life-jitter", Minor: true, Label: "expiry jitter", Unit: Percent, Max: 100, Step: 5, Off: "none",
		Doc: "By how much of its life an entry may expire earlier, at random, so that what was filled together does not expire together."},
		func(c *Cache) *float64 { return &c.Jitter }},
	{Param{Name: "coalesce", Minor: true, Label: "misses coalesced", Choices: []string{"no", "yes"}, Default: CoalesceNo,
		Doc: "Whether an attempt that misses a key which another one is already fetching waits for that and is answered with it, at the cost of a hit, or fails with it; otherwise both do the work."},
		func(c *Cache) *float64 { return &c.Coalesce }},
	{Param{Name: "fill-rate", Minor: true, Label: "cache fills", Unit: PerSecond, Max: 1e7, SliderMax: 50000, Step: 1000, Off: "on demand",
		Doc: "Cap of the keys that are filled per second before anybody asks for them, the hottest first. On demand fills a key only when an attempt misses it."},
		func(c *Cache) *float64 { return &c.Fills }},
	{Param{Name: "fill-cost", Minor: true, Label: "cost of a fill", Unit: Milliseconds, Max: 1000, SliderMax: 10, Step: 0.1, Default: 1,
		Doc: "Worker time that the filling of a key takes that nobody has asked for."},
		func(c *Cache) *float64 { return &c.FillCost }},
	{Param{Name: "cache-start", Minor: true, Label: "cache at the start", Choices: []string{"warm", "cold"}, Default: CacheWarm, Fixed: true,
		Doc: "Whether the cache is warm when the run begins. After a restart it is cold in any case."},
		func(c *Cache) *float64 { return &c.Start }},
}
