/* A robot's program in C: reads what its camera sees from the real-time data base, and drives to the ball.
 *
 * First terminal:   robopitch serve msl
 * Second terminal:
 *   cc -std=gnu99 -I src/robopitch/leagues/msl/wire/rtdb/c examples/12_rtdb_client.c -o rtdb_client -lm
 *   AGENT=2 ./rtdb_client          (AGENT=2 ./rtdb_client 100 ends after 100 cycles)
 *
 * The functions are those of CAMBADA's own library: a robot's program that uses it needs no change.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "robopitch_rtdb.h"

#define CYCLE 40000 /* us: 25 cycles a second */
#define OLD 500     /* ms: what is older is not acted upon */

int main(int argc, char **argv)
{
    static struct rtdb_vision vision;
    struct rtdb_velocity command;
    long cycle, cycles = argc > 1 ? atol(argv[1]) : -1;
    int age;

    if (DB_init() == -1)
        return 1;
    for (cycle = 0; cycle != cycles; cycle++) {
        memset(&command, 0, sizeof command);
        age = DB_get(SELF, VISION_INFO, &vision);
        if (age >= 0 && age < OLD && vision.balls > 0) {
            float ahead = vision.ball[0].y, right = vision.ball[0].x;
            command.turn = 2.0f * atan2f(-right, ahead);
            command.y = ahead > 1.0f ? 1.0f : ahead > 0.0f ? ahead : 0.0f;
        }
        DB_put(CMD_VEL, &command);
        if (cycle % 25 == 0 || cycle == cycles - 1)
            printf("agent %d: vision %d ms old, %d balls; forward %.2f m/s, turn %.2f rad/s\n", Whoami(), age,
                   age >= 0 ? (int)vision.balls : 0, command.y, command.turn);
        if (cycle != cycles - 1)
            usleep(CYCLE);
    }
    DB_free();
    return 0;
}
