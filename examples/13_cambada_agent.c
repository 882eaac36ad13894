/* A robot's agent as CAMBADA's own: the simulator wakes it with each frame of its robot's vision. It checks what that
 * agent needs before it moves, then drives to the ball, turns to the goal and kicks.
 *
 * First terminal:   robopitch serve msl-2010 --set robot=cambada-2010 --shared-memory
 * Second terminal:
 *   S=src/robopitch; cc -std=gnu99 -I $S/protocols/rtdb/c -I $S/leagues/msl/wire/pman/c examples/13_cambada_agent.c -o agent -lm
 *   AGENT=2 ./agent                (AGENT=2 ./agent 250 ends after 250 cycles)
 *
 * It says what it waits for. NORTH is the direction of magnetic north, "theNorth" of cambada.conf.xml, in degrees.
 */
#include <math.h>
#include <stdio.h>

#include "robopitch_pman.h"
#include "robopitch_rtdb.h"

#define LEAST_POINTS 6 /* on lines, for localisation */
#define SILENT 2000    /* ms: a coach that is older is gone */
#define START 3
#define STRIKER 3
#define ENGAGED 70
#define DEGREES (180.0f / 3.14159265f)

static char name[16];
static volatile sig_atomic_t ends;
static long cycles, most = -1, kicks;
static int north = -80;
static const char *said = "";

static void say(const char *text)
{
    if (strcmp(text, said) != 0)
        printf("cycle %ld: %s\n", cycles, text);
    said = text;
}

/* Whether a point is among those by which the agent localises: 10 mm to 7 m to both sides. */
static bool is_used(struct rtdb_point point)
{
    float x = fabsf(point.x), y = fabsf(point.y);

    return x >= 10 && x <= 7000 && y >= 10 && y <= 7000;
}

static float turned(float degrees)
{
    return remainderf(degrees, 360.0f);
}

/* What the agent needs before it moves; NULL: it has everything. */
static const char *missing(const struct rtdb_vision *vision, const struct rtdb_player **own)
{
    static struct rtdb_coach coach;
    struct rtdb_formation formation;
    struct rtdb_info info;
    struct rtdb_imu imu;
    int index, used = 0;

    if (DB_get(SELF, CMD_INFO, &info) < 0 || info.power_12 == 0)
        return "waits: the robot is switched off (CMD_INFO)";
    for (index = 0; index < vision->lines.count; index++)
        used += is_used(vision->lines.point[index]);
    if (used < LEAST_POINTS)
        return "waits: too few points on lines (VISION_INFO)";
    if (DB_get(SELF, CMD_IMU, &imu) < 0)
        return "waits: no compass (CMD_IMU)";
    if ((unsigned)DB_get(0, COACH_INFO, &coach) > SILENT || (unsigned)DB_get(0, FORMATION_INFO, &formation) > SILENT)
        return "waits: no coach (COACH_INFO, FORMATION_INFO)";
    *own = &coach.player[Whoami() - 1];
    if ((*own)->number != Whoami() || !(*own)->running)
        return "waits: the coach does not let this robot run";
    if (!(*own)->role_automatic && (*own)->role != STRIKER)
        return "waits: the coach gives another role";
    return coach.signal == START ? NULL : "waits: the game has not started";
}

static void think(void)
{
    static struct rtdb_vision vision;
    const struct rtdb_player *own = NULL;
    struct rtdb_velocity command, last;
    struct rtdb_grabber_info arms;
    struct rtdb_grabber grabber = {0};
    struct rtdb_kicker kicker = {0, 70, 35};
    struct rtdb_imu imu;
    struct { int32_t number; char rest[404]; } shared;
    const char *lacks;

    memset(&command, 0, sizeof command);
    memset(&shared, 0, sizeof shared);
    shared.number = Whoami();
    lacks = DB_get(SELF, VISION_INFO, &vision) < 0 ? "waits: no vision (VISION_INFO)" : missing(&vision, &own);
    if (lacks) {
        say(lacks);
    } else if (vision.balls > 0) {
        struct rtdb_point ball = vision.ball[0];
        float bearing = atan2f(-ball.x, ball.y), distance = hypotf(ball.x, ball.y), heading;
        bool engaged = DB_get(SELF, CMD_GRABBER_INFO, &arms) >= 0 && arms.left > ENGAGED && arms.right > ENGAGED
                       && distance < 0.5f && fabsf(bearing) < 0.785f;

        DB_get(SELF, CMD_IMU, &imu);
        heading = turned((float)(imu.yaw - north) + (own->goal_colour == 0 ? 180.0f : 0.0f));
        grabber.mode = distance < 1.0f;
        if (!engaged) {
            say("drives to the ball");
            command.turn = 3.0f * bearing;
            command.y = fabsf(bearing) < 0.5f ? fminf(1.5f, distance) : 0.0f;
        } else if (fabsf(heading) > 10.0f) {
            say("turns to the goal");
            command.turn = -1.5f * heading / DEGREES;
            command.y = 0.2f;
        } else {
            say("kicks");
            kicker.power = 30; /* a lob; from 128 on along the ground */
            kicks++;
        }
        if (cycles % 25 == 0 && DB_get(SELF, LAST_CMD_VEL, &last) >= 0)
            printf("cycle %ld: heading %.0f, ball at %.2f m, base moves at %.2f m/s\n", cycles, heading, distance,
                   hypotf(last.x, last.y));
    } else {
        say("looks for the ball");
        command.turn = 1.5f;
    }
    DB_put(CMD_VEL, &command);
    DB_put(CMD_GRABBER, &grabber);
    DB_put(CMD_KICKER, &kicker);
    DB_put(ROBOT_WS, &shared);
    fflush(stdout);
}

static void on_signal(int signal)
{
    if (signal != PMAN_ACTIVATE_SIG) {
        ends = 1;
        return;
    }
    think();
    ends = ends || ++cycles == most;
    if (!ends)
        PMAN_epilogue(name);
}

int main(int argc, char **argv)
{
    static const int signals[] = {PMAN_ACTIVATE_SIG, SIGINT, SIGTERM};
    struct rtdb_velocity stop;
    struct sigaction action;
    sigset_t blocked, none;
    int index;

    if (argc > 1)
        most = atol(argv[1]);
    if (getenv("NORTH"))
        north = atoi(getenv("NORTH"));
    memset(&action, 0, sizeof action);
    memset(&stop, 0, sizeof stop);
    action.sa_handler = on_signal;
    sigemptyset(&blocked);
    sigemptyset(&none);
    for (index = 0; index < 3; index++) {
        sigaction(signals[index], &action, NULL);
        sigaddset(&blocked, signals[index]);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL); /* it wakes up in sigsuspend only */
    if (DB_init() == -1)
        return 1;
    snprintf(name, sizeof name, "agent%d", Whoami());
    while ((index = PMAN_init()) < 0 && !ends) {
        fprintf(stderr, "%s: no process table (code %d): start the simulator with --shared-memory\n", name, index);
        sleep(1);
    }
    if (PMAN_attach(name, getpid()) != 0) {
        fprintf(stderr, "%s: the table has no process of this name\n", name);
        return 1;
    }
    printf("%s: attached\n", name);
    fflush(stdout);
    while (!ends)
        sigsuspend(&none);
    DB_put(CMD_VEL, &stop);
    PMAN_epilogue(name);
    PMAN_deattach(name);
    printf("%s: %ld cycles, %ld kicks\n", name, cycles, kicks);
    DB_free();
    return 0;
}
